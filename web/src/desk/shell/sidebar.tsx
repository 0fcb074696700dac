/** The administrator's links: a sidebar on wide screens, behind a Menu button on narrow ones. */
import { type ReactNode, useEffect, useState } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { BrandMark } from '#web/shared/brand-mark.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Icon, type IconName } from '#web/ui/icon.tsx';
import styles from './sidebar.module.css';

interface Link {
  group: 'Exams' | 'Office';
  label: string;
  to: string;
  icon: IconName;
}

/** The screens around an exam come first. */
const groups = ['Exams', 'Office'] as const;

interface SidebarProps {
  links: readonly Link[];
  /** The way out, at the foot of the links. */
  logout: ReactNode;
}

export function Sidebar({ links, logout }: SidebarProps) {
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
          <p className={styles.who}>Signed in as SuperAdmin</p>
          {logout}
        </div>
      </nav>
    </header>
  );
}
