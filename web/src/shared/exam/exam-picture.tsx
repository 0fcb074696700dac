/** An exam's image; without one, a filled-in answer row of its own drawn from its id. Decoration. */
import type { Exam } from '#contract/wire/exams.ts';
import { filePath } from '#web/shared/paths.ts';
import styles from './exam-picture.module.css';

const columns = 10;
const rows = 4;

/** The same id always fills the same circles. */
function fillOf(id: string): boolean[] {
  let state = 7;
  for (const letter of id) state = (state * 31 + letter.charCodeAt(0)) % 65521;
  return Array.from({ length: columns }, () => {
    state = (state * 75 + 74) % 65537;
    const chosen = state % rows;
    return Array.from({ length: rows }, (_, row) => row === chosen);
  }).flat();
}

export function ExamPicture({ exam }: { exam: Pick<Exam, '_id' | 'imageUrl'> }) {
  if (exam.imageUrl) {
    return (
      <img
        className={styles.picture}
        src={filePath(exam.imageUrl)}
        alt=""
        width={640}
        height={256}
        loading="lazy"
        decoding="async"
      />
    );
  }
  return (
    <svg
      className={styles.picture}
      viewBox="0 0 320 128"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      {fillOf(exam._id).map((filled, index) => (
        <circle
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed picture.
          key={index}
          className={filled ? styles.filled : styles.open}
          cx={25 + Math.floor(index / rows) * 30}
          cy={19 + (index % rows) * 30}
          r={9}
        />
      ))}
    </svg>
  );
}
