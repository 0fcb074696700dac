/**
 * A question in the look it has in the exam, to be read and not answered. Its text is text: never markup,
 * its line breaks kept, its writing direction shut in.
 */
import styles from './question-card.module.css';

const LETTERS = ['A', 'B', 'C', 'D'] as const;

interface QuestionCardProps {
  text: string;
  /** Four, in the order they are shown. */
  options: readonly string[];
}

export function QuestionCard({ text, options }: QuestionCardProps) {
  return (
    <div className={styles.card}>
      <p className={styles.text} dir="auto">
        {text}
      </p>
      <ol className={styles.options}>
        {LETTERS.map((letter, place) => (
          <li key={letter} className={styles.option}>
            <span className={styles.letter} aria-hidden="true">
              {letter}
            </span>
            <span className={styles.text} dir="auto">
              {options[place]}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
