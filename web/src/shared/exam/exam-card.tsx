/**
 * What a card shows of an exam: its facts and its image. An exam without an image gets a drawing of what is submitted
 * (filled circles, written pages or both); its colour and pattern come from the exam's id, so that no two look alike.
 * The picture is decoration.
 */

import type { Exam } from '#contract/wire/exams.ts';
import { formatDate, formatDuration, formatTime } from '#web/shared/format.ts';
import { formatRupees } from '#web/shared/money.ts';
import { filePath } from '#web/shared/paths.ts';
import { classNames } from '#web/ui/class-names.ts';
import { shortFormat } from './describe-exam.ts';
import styles from './exam-card.module.css';

const COLUMNS = 10;
const ROWS = 4;
const PITCH = 30;
const grounds = [styles.accent, styles.success, styles.warn, styles.review];

/** The same id always gives the same numbers. */
function* numbersOf(id: string): Generator<number, never> {
  let state = 7;
  for (const letter of id) state = (state * 31 + letter.charCodeAt(0)) % 65521;
  for (;;) {
    state = (state * 75 + 74) % 65537;
    yield state;
  }
}

export function ExamPicture({ exam }: { exam: Pick<Exam, '_id' | 'imageUrl' | 'format'> }) {
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
  const numbers = numbersOf(exam._id);
  const next = (below: number) => numbers.next().value % below;
  const ground = grounds[next(grounds.length)];
  return (
    <svg
      className={classNames(styles.picture, ground)}
      viewBox="0 0 320 128"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      {exam.format !== 'DOC Upload' && (
        <Circles columns={exam.format === 'MIX' ? COLUMNS / 2 : COLUMNS} next={next} />
      )}
      {exam.format !== 'MCQ' && <Pages left={exam.format === 'MIX' ? 180 : 40} next={next} />}
    </svg>
  );
}

interface DrawnProps {
  next: (below: number) => number;
}

function Circles({ columns, next }: DrawnProps & { columns: number }) {
  return Array.from({ length: columns }, (_, column) => {
    const chosen = next(ROWS);
    return Array.from({ length: ROWS }, (_, row) => (
      <circle
        // biome-ignore lint/suspicious/noArrayIndexKey: a fixed picture.
        key={`${column}-${row}`}
        className={row === chosen ? styles.filled : styles.open}
        cx={25 + column * PITCH}
        cy={19 + row * PITCH}
        r={9}
      />
    ));
  });
}

/** As many pages as fit, each with lines of its own length. */
function Pages({ left, next }: DrawnProps & { left: number }) {
  const count = left > 100 ? 1 : 3;
  return Array.from({ length: count }, (_, page) => {
    const x = left + page * 88;
    const lines = Array.from(
      { length: 6 },
      (_, line) => `M${x + 10} ${34 + line * 15}h${24 + next(30)}`,
    );
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a fixed picture.
      <g key={page}>
        <path className={styles.page} d={`M${x} 16h60l14 14v112H${x}Z`} />
        <path className={styles.written} d={lines.join('')} />
      </g>
    );
  });
}

// When an exam starts, how long it takes, what a candidate does in it and what it costs, laid out as on a hall ticket.

interface ExamFactsProps {
  exam: Pick<Exam, 'startDate' | 'price' | 'duration' | 'format'>;
  /** The moment for which the facts are shown, in milliseconds since 1970. */
  at: number;
}

export function ExamFacts({ exam, at }: ExamFactsProps) {
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{Date.parse(exam.startDate) > at ? 'Date and time' : 'Open since'}</dt>
        <dd>{formatDate(exam.startDate)}</dd>
        <dd>{formatTime(exam.startDate)}</dd>
      </div>
      <div>
        <dt>Price</dt>
        <dd className={styles.price}>{exam.price === 0 ? 'Free' : formatRupees(exam.price)}</dd>
      </div>
      <div>
        <dt>Format</dt>
        <dd>{exam.format}</dd>
        <dd className={styles.more}>{shortFormat(exam.format)}</dd>
      </div>
      <div>
        <dt>Duration</dt>
        <dd>{formatDuration(exam.duration)}</dd>
      </div>
    </dl>
  );
}
