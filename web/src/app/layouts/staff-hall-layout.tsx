/**
 * Frame of a proctor's pages: the content, and a bar that leads out of the hall only to the proctor's account and to
 * Logout.
 */
import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { LeaveGuard } from '#web/shared/desk/leave-guard.tsx';
import { paths } from '#web/shared/paths.ts';
import { Loading } from '#web/ui/loading.tsx';
import { Main } from './main-region.tsx';
import { TopNav } from './top-nav.tsx';

export default function StaffHallLayout() {
  const { pathname } = useLocation();
  return (
    <>
      <TopNav entries={[]} home={{ to: paths.proctor, label: 'your exams' }} />
      <Main>
        <Suspense key={pathname} fallback={<Loading label="Opening the page…" />}>
          <Outlet />
        </Suspense>
      </Main>
      <LeaveGuard />
    </>
  );
}
