/** The parts of a screen. The address says which one is shown, so that it can be linked to and survives a reload. */
import { Link, type To } from 'react-router-dom';
import styles from './desk-tabs.module.css';

interface DeskTabsProps {
  label: string;
  tabs: readonly { label: string; to: To; current: boolean }[];
}

export function DeskTabs({ label, tabs }: DeskTabsProps) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.label}
          to={tab.to}
          className={styles.tab}
          aria-current={tab.current ? 'page' : undefined}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
