/** From one section of the paper to another; shown only where there is more than one. */
import { useEffect, useRef } from 'react';
import styles from './section-tabs.module.css';

interface SectionTabsProps {
  /** Where each section starts, by index of the screen. */
  sections: readonly { name: string; from: number }[];
  current: number;
  onGo: (index: number) => void;
}

export function SectionTabs({ sections, current, onGo }: SectionTabsProps) {
  const row = useRef<HTMLElement>(null);
  const here = sections.findLastIndex(({ from }) => from <= current);

  useEffect(() => {
    const tab = row.current?.children.item(here);
    // Only the row moves; scrollIntoView would move the page as well.
    if (row.current && tab instanceof HTMLElement) row.current.scrollLeft = tab.offsetLeft;
  }, [here]);

  if (sections.length < 2) return null;
  return (
    <nav ref={row} className={styles.tabs} aria-label="Sections">
      {sections.map((section, index) => (
        <button
          key={section.from}
          type="button"
          dir="auto"
          className={styles.tab}
          aria-current={index === here ? 'true' : undefined}
          onClick={() => onGo(section.from)}
        >
          {section.name || 'Questions'}
        </button>
      ))}
    </nav>
  );
}
