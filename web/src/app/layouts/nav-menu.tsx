/**
 * One entry of the top navigation: a link, or a group that opens on press and closes on Escape, on leaving it and on choosing.
 * What is open is said by the button alone, so that it works before any script has come (web/build/first-script.ts) and
 * is the same after it (app/site-start.ts).
 */
import { useId } from 'react';
import { NavLink as RouterLink } from 'react-router-dom';
import { classNames } from '#web/ui/class-names.ts';
import { Icon } from '#web/ui/icon.tsx';
import styles from './nav-menu.module.css';
import type { NavEntry, NavGroup } from './site-nav.ts';

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
