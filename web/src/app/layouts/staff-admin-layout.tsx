/**
 * Frame of the administrator's screens: sidebar and content, no public navigation. Whoever is not
 * SuperAdmin is signed out and sent home; the server refuses their calls besides. Whoever signs in elsewhere in this browser while
 * a screen stands open didn't come here: the screen goes home, and they stay signed in. A screen that can't be loaded, and a
 * network that goes, leave the frame standing.
 */
import { Suspense, useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation, useMatch } from 'react-router-dom';
import { SUPER_ADMIN, type User } from '#contract/wire/users.ts';
import { reasonToStay, signOut } from '#web/candidate/sign-in/sign-out.ts';
import { Sidebar } from '#web/desk/shell/sidebar.tsx';
import { paths } from '#web/shared/paths.ts';
import { useUser } from '#web/shared/session.ts';
import { useOnline } from '#web/shared/use-online.ts';
import { Loading } from '#web/ui/loading.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { pages } from '../../pages.ts';
import { ErrorBoundary } from '../error-boundary.tsx';
import LogoutButton from './logout-button.tsx';
import { Main } from './main-region.tsx';
import styles from './staff-admin-layout.module.css';

const links = pages.flatMap(({ path, title = '', menu }) =>
  menu ? [{ to: path, label: title, ...menu }] : [],
);

export default function StaffAdminLayout() {
  const user = useUser();
  const { pathname } = useLocation();
  const inPhone = useMatch(paths.examPreviewPhone) !== null;
  const [stoodOpen] = useState(user?.uid === SUPER_ADMIN);
  if (user?.uid !== SUPER_ADMIN) return <TurnedAway user={stoodOpen ? null : user} />;
  // A one-time password opens nothing but the choice of a new one; so does a second factor that is missing.
  if (user.mustChangePassword || user.mustSetSecondFactor)
    return <Navigate to={paths.signIn} replace />;
  const content = (
    <ErrorBoundary place={pathname} within={unloaded}>
      <Suspense key={pathname} fallback={<Loading label="Opening the page…" />}>
        <Outlet />
      </Suspense>
    </ErrorBoundary>
  );
  // What a candidate sees on a phone has nothing of the desk around it.
  if (inPhone)
    return (
      <main id="content" tabIndex={-1} aria-label="On the phone">
        {content}
      </main>
    );
  return (
    <div className={styles.frame}>
      <Sidebar links={links} logout={<LogoutButton />} />
      <Main>
        <NoNetwork />
        {content}
      </Main>
    </div>
  );
}

const unloaded = {
  title: 'This screen could not be loaded',
  message:
    'Most often the network has dropped: the screen then opens automatically once it is back. What you saved is safe, and the menu still works.',
};

function NoNetwork() {
  if (useOnline()) return null;
  return (
    <Notice tone="warn" title="This computer has no network" live>
      <p>
        What you see may be out of date. Keep this page open and save what you typed once the
        network is back; lists then load by themselves.
      </p>
    </Notice>
  );
}

/** @param user who is signed out, if anybody */
function TurnedAway({ user }: { user: User | null }) {
  useEffect(() => {
    if (user) leave(user).catch(console.error);
  }, [user]);
  return <Navigate to={paths.home} replace />;
}

/** Whoever has answers or acts that still wait on this phone stays signed in, so that they can be sent. */
async function leave(user: User) {
  const hall = user.role === 'proctor' ? await import('#web/proctor/sync/outside-hall.ts') : null;
  const reason = hall ? await hall.reasonToStayInHall(user.uid) : await reasonToStay(user);
  if (reason !== null) return;
  await signOut();
}
