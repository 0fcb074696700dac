/**
 * Ways through a paper: its sections, its questions in a row and all at once, and the acts on the question on screen.
 */
import { type MouseEvent, memo, useEffect, useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Icon } from '#web/ui/icon.tsx';
import styles from './question-nav.module.css';
import { countStates, type QuestionState, questionStates } from './question-state.ts';

/**
 * A candidate needs longer than this to see a new question and press on purpose; the second tap of a double tap is
 * faster.
 */
const DOUBLE_TAP_MS = 400;

/**
 * Blocks the second tap of a double tap, once the first has led to another question. That question would be skipped or
 * marked unseen, or left for another button that has moved under the finger. A single press of a mouse, and any key,
 * counts at once.
 */
function useOneTap(position: number) {
  const shownAt = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each question has its own moment.
  useEffect(() => {
    shownAt.current = performance.now();
  }, [position]);
  return (event: MouseEvent) => {
    const press = event.nativeEvent;
    // In older Firefox and Safari, a click doesn't tell what pressed.
    const isMouse =
      press instanceof PointerEvent
        ? press.pointerType === 'mouse'
        : matchMedia('(pointer: fine)').matches;
    const mayBeSecond = press.detail > (isMouse ? 1 : 0);
    if (mayBeSecond && press.timeStamp - shownAt.current < DOUBLE_TAP_MS) event.stopPropagation();
  };
}

interface SectionTabsProps {
  /** Where each section starts, as an index of screens. */
  sections: readonly { name: string; from: number }[];
  current: number;
  onGo: (index: number) => void;
}

/** Leads from one section of the paper to another; shown only when there is more than one. */
export function SectionTabs({ sections, current, onGo }: SectionTabsProps) {
  const row = useRef<HTMLElement>(null);
  const here = sections.findLastIndex(({ from }) => from <= current);
  const oneTap = useOneTap(current);

  useEffect(() => {
    const tab = row.current?.children.item(here);
    // Only the row moves; scrollIntoView would move the page as well.
    if (row.current && tab instanceof HTMLElement) row.current.scrollLeft = tab.offsetLeft;
  }, [here]);

  if (sections.length < 2) return null;
  return (
    <nav ref={row} className={styles.tabs} aria-label="Sections" onClickCapture={oneTap}>
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

/** The questions in a row, for a phone: neighbours are one tap away, the rest is behind "All". */
export function QuestionStrip({ items, current, onGo, onAll }: QuestionStripProps) {
  const row = useRef<HTMLDivElement>(null);
  const oneTap = useOneTap(current);

  useEffect(() => {
    const strip = row.current;
    const button = strip?.children.item(current);
    if (!strip || !(button instanceof HTMLElement)) return;
    // Only the strip moves; scrollIntoView would move the page as well.
    strip.scrollLeft = button.offsetLeft - (strip.clientWidth - button.offsetWidth) / 2;
  }, [current]);

  return (
    <div className={styles.strip}>
      <div ref={row} className={styles.row} onClickCapture={oneTap}>
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
  position: number;
  readOnly: boolean;
  onPrevious: () => void;
  onClear: () => void;
  onMark: () => void;
  onNext: () => void;
}

/** The acts on a question, within reach of a thumb. */
export function MoveBar({ position, readOnly, onPrevious, onClear, onMark, onNext }: MoveBarProps) {
  const oneTap = useOneTap(position);
  return (
    <nav className={styles.bar} aria-label="This question" onClickCapture={oneTap}>
      <Button
        className={styles.previous}
        icon="arrow-left"
        onClick={onPrevious}
        disabled={position === 0}
      >
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

// All questions at a glance, in five states; each button opens its question. Colour, shape and the button's name all
// tell the state.

const looks: Record<QuestionState, string | undefined> = {
  'not visited': styles.notVisited,
  'not answered': styles.notAnswered,
  answered: styles.answered,
  marked: styles.marked,
  'answered and marked': styles.answeredAndMarked,
};

export interface PaletteItem {
  /** Index in the paper. */
  index: number;
  state: QuestionState;
}

interface QuestionButtonProps extends PaletteItem {
  current: boolean;
  onGo: (index: number) => void;
}

/** Memoized, because an answer changes only one button of perhaps two hundred. */
const QuestionButton = memo(function QuestionButton(props: QuestionButtonProps) {
  const { index, state, current, onGo } = props;
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={`Question ${index + 1}, ${state}`}
      aria-current={current ? 'step' : undefined}
      onClick={() => onGo(index)}
    >
      <span className={classNames(styles.mark, looks[state])}>{index + 1}</span>
    </button>
  );
});

interface PaletteProps {
  /** Each section with its questions; a section without a name has no heading. */
  sections: readonly { name: string; items: readonly PaletteItem[] }[];
  current: number;
  onGo: (index: number) => void;
}

export function Palette({ sections, current, onGo }: PaletteProps) {
  const counts = countStates(sections.flatMap(({ items }) => items.map(({ state }) => state)));
  return (
    <div className={styles.palette}>
      <ul className={styles.legend} aria-label="Legend">
        {questionStates.map((state) => (
          <li key={state}>
            <span className={classNames(styles.mark, looks[state])} aria-hidden="true">
              {counts[state]}
            </span>
            <span className={styles.word}>
              {state}
              <span className={styles.spoken}>: {counts[state]}</span>
            </span>
          </li>
        ))}
      </ul>
      {sections.map(({ name, items }) => (
        <section key={name} className={styles.section} aria-label={name}>
          {sections.length > 1 && (
            <h3 className={styles.name}>
              <bdi>{name}</bdi>
            </h3>
          )}
          <div className={styles.grid}>
            {items.map((item) => (
              <QuestionButton
                key={item.index}
                {...item}
                current={item.index === current}
                onGo={onGo}
              />
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}
