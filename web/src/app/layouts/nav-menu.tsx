/** One entry of the top navigation: a link, or a group that opens on press and closes on Escape,
 * on leaving it and on choosing. */
import { type FocusEvent, useId, useState } from 'react';
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
  const [open, setOpen] = useState(false);
  const leave = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only watches for Escape and lost focus.
    <div
      className={styles.group}
      onBlur={leave}
      onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
    >
      <button
        type="button"
        className={classNames(styles.link)}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {group.label}
        <Icon name="chevron-down" size="sm" />
      </button>
      <ul id={id} className={styles.list} hidden={!open}>
        {group.links.map((link) => (
          <li key={link.to}>
            <RouterLink
              to={link.to}
              end
              className={classNames(styles.link)}
              onClick={() => setOpen(false)}
            >
              {link.label}
            </RouterLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
