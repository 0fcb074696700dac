/** The hero's picture of each course, drawn in filled circles on exam papers. Decoration. */
import type { ReactNode } from 'react';
import type { Course } from '#contract/site/courses.ts';
import styles from './answer-sheet.module.css';

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

function Sheet({ children }: { children: ReactNode }) {
  return (
    <svg className={styles.sheet} viewBox="0 0 320 420" aria-hidden="true" focusable="false">
      <path
        className={styles.paper}
        d="M24 14h240l32 32v348a12 12 0 0 1-12 12H36a12 12 0 0 1-12-12V14Z"
      />
      <path className={styles.fold} d="M264 14v32h32Z" />
      <path className={styles.rule} d="M48 44h120M48 60h76" />
      {children}
    </svg>
  );
}

/** A grid of circles; `look` says how each is drawn. */
function Circles(props: {
  columns: number;
  rows: number;
  step: number;
  radius: number;
  look: (column: number, row: number) => 'open' | 'filled' | 'spark' | null;
}) {
  const { columns, rows, step, radius, look } = props;
  const left = 160 - ((columns - 1) * step) / 2;
  return range(rows * columns).map((index) => {
    const column = index % columns;
    const row = Math.floor(index / columns);
    const drawn = look(column, row);
    const place = { cx: left + column * step, cy: 100 + row * step, r: radius };
    return drawn && <circle key={index} className={styles[drawn]} {...place} />;
  });
}

/** Three columns of questions to one of essays: 75 to 25. */
function CmaPicture() {
  return (
    <Sheet>
      <Circles
        columns={4}
        rows={7}
        step={46}
        radius={14}
        look={(column, row) => (column === 3 ? 'spark' : row < 6 ? 'filled' : 'open')}
      />
    </Sheet>
  );
}

/** Four sections, the last one chosen. */
function CpaPicture() {
  const places = [
    [52, 92],
    [168, 92],
    [52, 240],
    [168, 240],
  ] as const;
  return (
    <Sheet>
      {places.map(([x, y], index) => (
        <g key={`${x} ${y}`}>
          <rect className={styles.open} x={x} y={y} width={100} height={130} rx={8} />
          <path className={styles.rule} d={`M${x + 18} ${y + 94}h64M${x + 18} ${y + 110}h36`} />
          <circle
            className={index === 3 ? styles.spark : styles.filled}
            cx={x + 50}
            cy={y + 48}
            r={26}
          />
        </g>
      ))}
    </Sheet>
  );
}

/** A hundred days; the last is the one that counts. */
function WomenPicture() {
  return (
    <Sheet>
      <Circles
        columns={10}
        rows={10}
        step={26}
        radius={8.5}
        look={(column, row) => (row * 10 + column === 99 ? 'spark' : row < 7 ? 'filled' : 'open')}
      />
    </Sheet>
  );
}

/** Columns that stand for figures, the highest one found. */
function DataPicture() {
  const heights = [2, 4, 3, 5, 7, 6];
  return (
    <Sheet>
      <Circles
        columns={6}
        rows={7}
        step={40}
        radius={13}
        look={(column, row) => {
          const height = heights[column] ?? 0;
          if (row < 7 - height) return 'open';
          return height === 7 ? 'spark' : 'filled';
        }}
      />
    </Sheet>
  );
}

/** A ticket with its stub: one way, three language levels. */
function GermanyPicture() {
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
      {range(3).map((level) => (
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

const pictures: Record<Course, () => ReactNode> = {
  'US CMA': CmaPicture,
  'US CPA': CpaPicture,
  'CRM & AI Mastery': WomenPicture,
  'Data Mastery': DataPicture,
  'Germany Job Placement': GermanyPicture,
};

export function CoursePicture({ course }: { course: Course }) {
  const Picture = pictures[course];
  return <Picture />;
}
