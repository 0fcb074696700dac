/** The hero's picture of the way to Germany: a ticket with its stub, one way, three language levels. Decoration. */
import styles from './answer-sheet.module.css';

export function GermanyPicture() {
  return (
    <svg className={styles.sheet} viewBox="0 0 320 420" aria-hidden="true" focusable="false">
      <path
        className={styles.paper}
        d="M40 20h240a12 12 0 0 1 12 12v236a16 16 0 0 0 0 32v88a12 12 0 0 1-12 12H40a12 12 0 0 1-12-12v-88a16 16 0 0 0 0-32V32a12 12 0 0 1 12-12Z"
      />
      <path className={styles.rule} d="M60 56h96M60 74h56" />
      <path className={styles.climb} d="M64 220C110 90 210 90 256 128" />
      <circle className={styles.filled} cx={64} cy={220} r={14} />
      <circle className={styles.spark} cx={256} cy={128} r={18} />
      <path className={styles.climb} d="M50 284h220" />
      {[0, 1, 2].map((level) => (
        <circle
          key={level}
          className={level < 2 ? styles.filled : styles.open}
          cx={84 + level * 76}
          cy={344}
          r={22}
        />
      ))}
    </svg>
  );
}
