/**
 * The top navigation. On phones the same entries open below the bar, by the Menu button. Logout appears only for a
 * signed-in person.
 */
import { lazy, Suspense, useId } from 'react';
import { Link, NavLink as RouterLink } from 'react-router-dom';
import { BrandMark } from '#web/shared/brand-mark.tsx';
import { useHasUserRecord } from '#web/shared/session-watch.ts';
import { useBrand } from '#web/shared/use-brand.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Icon } from '#web/ui/icon.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { getHired, type NavEntry, type NavGroup, topNavigation } from './site-nav.ts';
import styles from './top-nav.module.css';

/** Loaded only for people who are signed in. */
const LogoutButton = lazy(() => import('./logout-button.tsx'));
const MyExam = lazy(async () => ({ default: (await import('./logout-button.tsx')).MyExam }));

interface TopNavProps {
  entries?: readonly NavEntry[];
  /** Where the provider's name leads, and how a screen reader names that. */
  home?: { to: string; label: string };
}

const publicHome = { to: '/', label: 'home page' };

export function TopNav({ entries = topNavigation, home = publicHome }: TopNavProps) {
  const brand = useBrand();
  const isSignedIn = useHasUserRecord();

  const toSignIn = home === publicHome && (
    <LinkButton to={getHired.to} variant="primary">
      {getHired.label}
    </LinkButton>
  );

  return (
    <header className={styles.bar} data-signed-in={isSignedIn}>
      <div className={styles.inner}>
        <Link to={home.to} className={styles.brand} aria-label={`${brand.name}, ${home.label}`}>
          <BrandMark />
        </Link>
        <nav id="site-menu" aria-label="Main" className={styles.menu}>
          <ul className={styles.entries}>
            {entries.map((entry) => (
              <li key={entry.label}>
                <NavItem entry={entry} />
              </li>
            ))}
          </ul>
          {isSignedIn && (
            <Suspense fallback={null}>
              <LogoutButton />
            </Suspense>
          )}
        </nav>
        <div className={styles.getHired}>
          {isSignedIn ? (
            <Suspense fallback={toSignIn}>
              <MyExam />
            </Suspense>
          ) : (
            toSignIn
          )}
        </div>
        <button
          type="button"
          className={styles.toggle}
          data-menu
          aria-expanded={false}
          aria-controls="site-menu"
          aria-label="Menu"
        >
          <Icon name="menu" />
          <Icon name="cross" />
        </button>
      </div>
    </header>
  );
}

/**
 * One entry of the top navigation: a link, or a group that opens on a press and closes on Escape, on leaving it and on
 * choosing. Only the button says what is open, so that menus work before any script has come
 * (web/build/first-script.ts) and in the same way afterwards (app/site-start.ts).
 */
export function NavItem({ entry }: { entry: NavEntry }) {
  if ('links' in entry) return <NavGroupMenu group={entry} />;
  return (
    <RouterLink to={entry.to} end className={classNames(styles.link)}>
      {entry.label}
    </RouterLink>
  );
}

function NavGroupMenu({ group }: { group: NavGroup }) {
  const id = useId();
  return (
    <div className={styles.group} data-group>
      <button
        type="button"
        className={classNames(styles.link)}
        data-menu
        aria-expanded={false}
        aria-controls={id}
      >
        {group.label}
        <Icon name="chevron-down" size="sm" />
      </button>
      <ul id={id} className={styles.list}>
        {group.links.map((link) => (
          <li key={link.to}>
            <RouterLink to={link.to} end className={classNames(styles.link)}>
              {link.label}
            </RouterLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
