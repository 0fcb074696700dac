/**
 * Frame of the administrator's screens: sidebar and content, no public navigation. Anyone who isn't an administrator is
 * signed out and sent home; the server refuses their requests anyway. If someone else signs in elsewhere in this
 * browser while a screen is open, this tab goes home and they stay signed in. The frame stays when a screen can't be
 * loaded, the network goes or the session ends.
 */
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Navigate, NavLink, Outlet, useLocation, useMatch } from 'react-router-dom';
import { SUPER_ADMIN, type User } from '#contract/wire/users.ts';
import { reasonToStay, signOut } from '#web/candidate/sign-in/sign-out.ts';
import { BrandMark } from '#web/shared/brand-mark.tsx';
import { isAdministrator } from '#web/shared/desk/is-administrator.ts';
import { LeaveGuard } from '#web/shared/desk/leave-guard.tsx';
import { paths } from '#web/shared/paths.ts';
import { useSessionEnded, useUser } from '#web/shared/session.ts';
import { onSessionEnded } from '#web/shared/session-watch.ts';
import { useOnline } from '#web/shared/use-online.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Icon, type IconName } from '#web/ui/icon.tsx';
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
  const [stoodOpen] = useState(isAdministrator(user));
  if (!isAdministrator(user)) return <TurnedAway user={stoodOpen ? null : user} />;
  // With a one-time password, or without a required second factor, only the page that sets a new one opens.
  if (user.mustChangePassword || user.mustSetSecondFactor)
    return <Navigate to={paths.signIn} replace />;
  const content = (
    <ErrorBoundary place={pathname} within={unloaded}>
      <Suspense key={pathname} fallback={<Loading label="Opening the page…" />}>
        <Outlet />
      </Suspense>
    </ErrorBoundary>
  );
  // The preview of a candidate's phone has nothing of the desk around it.
  if (inPhone)
    return (
      <main id="content" tabIndex={-1} aria-label="On the phone">
        {content}
      </main>
    );
  return (
    <div className={styles.frame}>
      <Sidebar links={links} user={user} logout={<LogoutButton />} />
      <Main>
        <NoNetwork />
        {content}
      </Main>
      <SignInAgain uid={user.uid} />
      <LeaveGuard />
    </div>
  );
}

const unloaded = {
  title: 'We couldn’t load this screen',
  message:
    'The network has probably dropped. If so, the screen will open automatically once it’s back. Everything you saved is safe, and the menu still works.',
};

function NoNetwork() {
  if (useOnline()) return null;
  return (
    <div className={styles.noNetwork} data-measure="compact">
      <Notice tone="warn" title="You’re offline" live>
        <p>
          What you see may be out of date. Keep this page open, and save your changes once the
          network is back. Lists will refresh automatically.
        </p>
      </Notice>
    </div>
  );
}

/** Loaded when needed, because sessions seldom end while somebody is working. */
const fetchForm = async () => ({
  default: (await import('#web/candidate/sign-in/sign-in.page.tsx')).SignInForm,
});
const SignInForm = lazy(fetchForm);

/**
 * Opens the sign-in each time the server refuses an ended session, over whatever is open, so that nothing typed is
 * lost. Once closed, it stays closed until something is pressed, because a slower reply for the same screen would open
 * it again.
 */
function SignInAgain({ uid }: { uid: string }) {
  const ended = useSessionEnded();
  const [open, setOpen] = useState(false);
  const isPutAside = useRef(false);
  useEffect(() => {
    const stop = new AbortController();
    const askedFor = () => {
      isPutAside.current = false;
    };
    for (const press of ['pointerdown', 'keydown'])
      window.addEventListener(press, askedFor, { capture: true, signal: stop.signal });
    // Opens once the form is loaded: a dialog that grew would move Close from under the finger.
    const stopHearing = onSessionEnded(() => {
      const open = () => setOpen(!isPutAside.current);
      fetchForm().then(open, open);
    });
    return () => {
      stop.abort();
      stopHearing();
    };
  }, []);
  const putAside = () => {
    isPutAside.current = true;
    setOpen(false);
  };
  return (
    <Dialog open={open && ended} onClose={putAside} title="Sign in again">
      <p className={styles.again}>
        Your session has ended. Everything you typed is still here: sign in, then save again.
      </p>
      <Suspense fallback={<Loading label="Opening the form…" />}>
        <SignInForm uid={uid} />
      </Suspense>
    </Dialog>
  );
}

/** @param user the user to sign out; null for none */
function TurnedAway({ user }: { user: User | null }) {
  useEffect(() => {
    if (user) leave(user).catch(console.error);
  }, [user]);
  return <Navigate to={paths.home} replace />;
}

/** A user whose answers or acts still wait on this phone stays signed in, so that they can be sent. */
async function leave(user: User) {
  const hall = user.role === 'proctor' ? await import('#web/proctor/sync/outside-hall.ts') : null;
  const reason = hall ? await hall.reasonToStayInHall(user.uid) : await reasonToStay(user);
  if (reason !== null) return;
  await signOut();
}

// The administrator's links: a sidebar on wide screens, behind a Menu button on narrow ones.

interface Link {
  group: 'Exams' | 'Office';
  label: string;
  to: string;
  icon: IconName;
}

/** The screens about exams come first. */
const groups = ['Exams', 'Office'] as const;

interface SidebarProps {
  links: readonly Link[];
  user: User;
  /** The Logout button, below the links. */
  logout: ReactNode;
}

function Sidebar({ links, user, logout }: SidebarProps) {
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: arriving at another page closes the menu.
  useEffect(() => setOpen(false), [pathname]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only watches for Escape.
    <header
      className={styles.sidebar}
      data-measure="compact"
      onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
    >
      <div className={styles.head}>
        <span className={styles.brand}>
          <BrandMark />
        </span>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={open}
          aria-controls="admin-menu"
          aria-label="Menu"
          onClick={() => setOpen(!open)}
        >
          <Icon name={open ? 'cross' : 'menu'} />
        </button>
      </div>
      <nav
        id="admin-menu"
        aria-label="Administration"
        className={classNames(styles.menu, open && styles.open)}
      >
        {groups.map((name) => (
          <div key={name}>
            <p className={styles.group} aria-hidden="true">
              {name}
            </p>
            <ul className={styles.links} aria-label={name}>
              {links
                .filter(({ group }) => group === name)
                .map(({ label, to, icon }) => (
                  <li key={to}>
                    <NavLink to={to} end className={classNames(styles.link)}>
                      <Icon name={icon} />
                      {label}
                    </NavLink>
                  </li>
                ))}
            </ul>
          </div>
        ))}
        <div className={styles.foot}>
          <p className={styles.who}>
            Signed in as {user.uid === SUPER_ADMIN ? SUPER_ADMIN : <bdi>{user.fullName}</bdi>}
          </p>
          {logout}
        </div>
      </nav>
    </header>
  );
}
