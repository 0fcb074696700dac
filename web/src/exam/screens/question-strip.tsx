/** The questions in a row on a phone: neighbours one tap away, the rest behind "All". */
import { useEffect, useRef } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import { type PaletteItem, QuestionButton } from './palette.tsx';
import styles from './question-strip.module.css';

interface QuestionStripProps {
  items: readonly PaletteItem[];
  current: number;
  onGo: (index: number) => void;
  onAll: () => void;
}

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
