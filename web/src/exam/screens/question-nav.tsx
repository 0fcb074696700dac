/** The ways through a paper: its sections, the questions in a row, and the acts on the one in sight. */
import { useEffect, useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { type PaletteItem, QuestionButton } from './palette.tsx';
import styles from './question-nav.module.css';

interface SectionTabsProps {
  /** Where each section starts, by index of the screen. */
  sections: readonly { name: string; from: number }[];
  current: number;
  onGo: (index: number) => void;
}

/** From one section of the paper to another; shown only where there is more than one. */
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

interface QuestionStripProps {
  items: readonly PaletteItem[];
  current: number;
  onGo: (index: number) => void;
  onAll: () => void;
}

/** The questions in a row on a phone: neighbours one tap away, the rest behind "All". */
export function QuestionStrip({ items, current, onGo, onAll }: QuestionStripProps) {
  const row = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const strip = row.current;
    const button = strip?.children.item(current);
    if (!strip || !(button instanceof HTMLElement)) return;
    // Only the strip moves; scrollIntoView would move the page as well.
    strip.scrollLeft = button.offsetLeft - (strip.clientWidth - button.offsetWidth) / 2;
  }, [current]);

  return (
    <div className={styles.strip}>
      <div ref={row} className={styles.row}>
        {items.map((item) => (
          <QuestionButton key={item.index} {...item} current={item.index === current} onGo={onGo} />
        ))}
      </div>
      <button type="button" className={styles.all} aria-label="All questions" onClick={onAll}>
        <Icon name="grid" size="sm" />
        All
      </button>
    </div>
  );
}

interface MoveBarProps {
  first: boolean;
  readOnly: boolean;
  onPrevious: () => void;
  onClear: () => void;
  onMark: () => void;
  onNext: () => void;
}

/** The acts on a question, in reach of a thumb. */
export function MoveBar({ first, readOnly, onPrevious, onClear, onMark, onNext }: MoveBarProps) {
  return (
    <nav className={styles.bar} aria-label="This question">
      <Button className={styles.previous} icon="arrow-left" onClick={onPrevious} disabled={first}>
        Previous
      </Button>
      <Button onClick={onClear} disabled={readOnly}>
        Clear response
      </Button>
      <Button onClick={onMark} disabled={readOnly}>
        Mark for review & next
      </Button>
      <Button variant="primary" onClick={onNext}>
        Save & next
      </Button>
    </nav>
  );
}
