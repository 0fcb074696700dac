/**
 * A drawing in filled circles on a ruled sheet, for the deep band a page opens with. Decoration.
 * Each row is a line of letters: `x` filled, `*` the bright one, `·` left open, a space for nothing.
 */
import styles from './dot-picture.module.css';

const PITCH = 34;
const EDGE = 46;

const looks: Record<string, string | undefined> = {
  x: styles.filled,
  '*': styles.spark,
  '·': styles.open,
};

export function DotPicture({ rows }: { rows: readonly string[] }) {
  const width = 2 * EDGE + (Math.max(...rows.map((row) => row.length)) - 1) * PITCH;
  const height = 2 * EDGE + (rows.length - 1) * PITCH;
  return (
    <svg
      className={styles.sheet}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      focusable="false"
    >
      <path
        className={styles.paper}
        d={`M12 1H${width - 30}l29 29V${height - 12}a11 11 0 0 1-11 11H12A11 11 0 0 1 1 ${height - 12}V12A11 11 0 0 1 12 1Z`}
      />
      <path className={styles.fold} d={`M${width - 30} 1v29h29Z`} />
      {rows.flatMap((row, y) =>
        [...row].map((cell, x) =>
          cell === ' ' ? null : (
            <circle
              // biome-ignore lint/suspicious/noArrayIndexKey: a fixed picture.
              key={`${x}-${y}`}
              className={looks[cell]}
              cx={EDGE + x * PITCH}
              cy={EDGE + y * PITCH}
              r={11}
            />
          ),
        ),
      )}
    </svg>
  );
}
