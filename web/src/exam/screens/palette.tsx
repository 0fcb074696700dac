/**
 * All questions at a glance, in the five states; each button goes to its question. State is told by
 * colour, shape and the button's name.
 */
import { classNames } from '#web/ui/class-names.ts';
import styles from './palette.module.css';
import { countStates, type QuestionState, questionStates } from './question-state.ts';

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

export function QuestionButton({ index, state, current, onGo }: QuestionButtonProps) {
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
}

interface PaletteProps {
  /** Each section with its questions; one without a name has no heading. */
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
            <h3 className={styles.name} dir="auto">
              {name}
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
