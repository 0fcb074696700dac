// Pictures for the dark band that a page opens with: circles, lines and paper in the colours of the band. Decoration.
import type { ReactNode } from 'react';
import look from './picture.module.css';

export { look };

export function Picture({
  width,
  height,
  children,
}: {
  width: number;
  height: number;
  children: ReactNode;
}) {
  return (
    <svg
      className={look.sheet}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}

const PITCH = 34;
const EDGE = 46;

const cells: Record<string, string | undefined> = {
  x: look.filled,
  '*': look.spark,
  '·': look.open,
};

/**
 * Filled circles on a ruled sheet.
 * @param rows lines of letters: `x` filled, `*` the bright one, `·` left open, a space for nothing
 */
export function DotPicture({ rows }: { rows: readonly string[] }) {
  const width = 2 * EDGE + (Math.max(...rows.map((row) => row.length)) - 1) * PITCH;
  const height = 2 * EDGE + (rows.length - 1) * PITCH;
  return (
    <Picture width={width} height={height}>
      <path
        className={look.paper}
        d={`M12 1H${width - 30}l29 29V${height - 12}a11 11 0 0 1-11 11H12A11 11 0 0 1 1 ${height - 12}V12A11 11 0 0 1 12 1Z`}
      />
      <path className={look.fold} d={`M${width - 30} 1v29h29Z`} />
      {rows.flatMap((row, y) =>
        [...row].map((cell, x) =>
          cell === ' ' ? null : (
            <circle
              // biome-ignore lint/suspicious/noArrayIndexKey: a fixed picture.
              key={`${x}-${y}`}
              className={cells[cell]}
              cx={EDGE + x * PITCH}
              cy={EDGE + y * PITCH}
              r={11}
            />
          ),
        ),
      )}
    </Picture>
  );
}
