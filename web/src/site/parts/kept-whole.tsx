/** A sentence in which a registration number, such as `TPA-36-0417`, is never broken at its dashes: it is looked up as a whole. */
import styles from './kept-whole.module.css';

export function KeptWhole({ text }: { text: string }) {
  return text.split(/(\b[A-Z]+(?:-\d+)+)/).map((part, place) =>
    // Every other part is such a number.
    place % 2 === 0 ? (
      part
    ) : (
      <span key={part} className={styles.whole}>
        {part}
      </span>
    ),
  );
}
