/**
 * Text in which a registration number, such as `TPA-36-0417`, never breaks at its dashes, because people look it up as
 * a whole.
 */
import styles from './kept-whole.module.css';

export function KeptWhole({ text }: { text: string }) {
  return text.split(/(\b[A-Z]+(?:-\d+)+)/).map((part, place) =>
    // Every second part is a registration number.
    place % 2 === 0 ? (
      part
    ) : (
      <span key={part} className={styles.whole}>
        {part}
      </span>
    ),
  );
}
