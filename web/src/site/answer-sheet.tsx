/** The hero's picture: an answer sheet whose filled circles climb to the last one. Decoration. */
import styles from './answer-sheet.module.css';

/** Which of the four circles is filled, row by row from the top. */
const answers = [3, 2, 2, 3, 1, 2, 0, 1, 0];
const rowHeight = 34;
const top = 92;
const centre = (column: number, row: number) => ({
  x: 112 + column * 44,
  y: top + row * rowHeight,
});

export function AnswerSheet() {
  const climb = answers.map((column, row) => centre(column, row));
  return (
    <svg className={styles.sheet} viewBox="0 0 320 420" aria-hidden="true" focusable="false">
      <path
        className={styles.paper}
        d="M24 14h240l32 32v348a12 12 0 0 1-12 12H36a12 12 0 0 1-12-12V14Z"
      />
      <path className={styles.fold} d="M264 14v32h32Z" />
      <path className={styles.rule} d="M48 44h120M48 60h76" />
      <polyline className={styles.climb} points={climb.map(({ x, y }) => `${x},${y}`).join(' ')} />
      {answers.map((answer, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fixed picture.
        <g key={row}>
          <path className={styles.rule} d={`M52 ${top + row * rowHeight}h22`} />
          {[0, 1, 2, 3].map((column) => {
            const { x, y } = centre(column, row);
            const first = row === 0;
            const look = column !== answer ? styles.open : first ? styles.spark : styles.filled;
            return <circle key={column} className={look} cx={x} cy={y} r={11} />;
          })}
        </g>
      ))}
    </svg>
  );
}
