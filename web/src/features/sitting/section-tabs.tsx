/** From one section of the paper to another; shown only where there is more than one. */
import styles from './section-tabs.module.css';

interface SectionTabsProps {
  /** Where each section starts, by index of the screen. */
  sections: readonly { name: string; from: number }[];
  current: number;
  onGo: (index: number) => void;
}

export function SectionTabs({ sections, current, onGo }: SectionTabsProps) {
  if (sections.length < 2) return null;
  const here = sections.findLast(({ from }) => from <= current);
  return (
    <nav className={styles.tabs} aria-label="Sections">
      {sections.map((section) => (
        <button
          key={section.from}
          type="button"
          dir="auto"
          className={styles.tab}
          aria-current={section === here ? 'true' : undefined}
          onClick={() => onGo(section.from)}
        >
          {section.name || 'Questions'}
        </button>
      ))}
    </nav>
  );
}
