/**
 * One bar per row, with its name and count in words beside it, so that the bars only repeat what can be read. A bar may
 * have parts, told apart by pattern as well as by colour.
 */
import { useId } from 'react';
import styles from './bar-rows.module.css';

export type BarPart = 'solid' | 'hatched' | 'hollow';

export interface BarRow {
  label: string;
  /** The text at the end of the row: the count, the share. */
  note: string;
  parts: readonly { look: BarPart; value: number }[];
}

interface BarRowsProps {
  rows: readonly BarRow[];
  /** The value of a bar over the whole width. */
  whole: number;
  /** What each look means; needed when there is more than one. */
  legend?: readonly { look: BarPart; label: string }[];
}

export function BarRows({ rows, whole, legend = [] }: BarRowsProps) {
  const hatch = `${useId()}hatch`;
  return (
    <div className={styles.chart}>
      <svg className={styles.patterns} aria-hidden="true">
        <pattern
          id={hatch}
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect className={styles.hatchGround} width="6" height="6" />
          <rect className={styles.hatchLine} width="3" height="6" />
        </pattern>
      </svg>
      {legend.length > 0 && (
        <ul className={styles.legend}>
          {legend.map(({ look, label }) => (
            <li key={look}>
              <svg className={styles.swatch} aria-hidden="true">
                <Part look={look} hatch={hatch} x={0} share={1} />
              </svg>
              {label}
            </li>
          ))}
        </ul>
      )}
      <div className={styles.rows}>
        {rows.map((row) => (
          <div key={row.label} className={styles.row}>
            <span className={styles.label}>{row.label}</span>
            <span className={styles.note}>{row.note}</span>
            <svg className={styles.bar} aria-hidden="true">
              <rect className={styles.track} width="100%" height="100%" />
              {placed(row.parts, whole).map(({ look, from, share }) => (
                <Part key={look} look={look} hatch={hatch} x={from} share={share} />
              ))}
            </svg>
          </div>
        ))}
      </div>
    </div>
  );
}

interface PartProps {
  look: BarPart;
  hatch: string;
  /** Shares of the whole width, 0 to 1. */
  x: number;
  share: number;
}

function Part({ look, hatch, x, share }: PartProps) {
  return (
    <rect
      className={styles[look]}
      x={`${x * 100}%`}
      width={`${share * 100}%`}
      height="100%"
      {...(look === 'hatched' && { fill: `url(#${hatch})` })}
    />
  );
}

function placed(parts: BarRow['parts'], whole: number) {
  let before = 0;
  return parts.map(({ look, value }) => {
    const share = whole > 0 ? value / whole : 0;
    const from = before;
    before += share;
    return { look, from, share };
  });
}
