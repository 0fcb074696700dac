/** Frame of the sitting: nothing but the exam, so that no stray thumb leaves it. */
import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { Loading } from '#web/components/ui/loading.tsx';
import { Main } from './main-region.tsx';

export default function ExamLayout() {
  // A fallback of its own for each page: on a slow network a tap is answered at once.
  const { pathname } = useLocation();
  return (
    <Main>
      <Suspense key={pathname} fallback={<Loading label="Opening the exam…" />}>
        <Outlet />
      </Suspense>
    </Main>
  );
}
