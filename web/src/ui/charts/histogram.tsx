/** The counts in bins of equal width, side by side, with lines that mark values such as the mean. */
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import styles from './histogram.module.css';

export interface HistogramBin {
  from: number;
  to: number;
  count: number;
}

interface HistogramProps {
  bins: readonly HistogramBin[];
  /** Lines across all bins, told apart by their dashes and labels. */
  marks: readonly { at: number; label: string }[];
  /** What the bins measure, such as "Marks". */
  axis: string;
  format: (value: number) => string;
  title: string;
  /** Describes the picture, for people who can't see it. */
  summary: string;
}

const HEIGHT = 240;
const TOP = 34;
const BOTTOM = 44;
const RIGHT = 14;
/** Pixels, rounded up: the width of a figure in the small type. */
const FIGURE_WIDTH = 8;
const BASE = HEIGHT - BOTTOM;

export function Histogram({ bins, marks, axis, format, title, summary }: HistogramProps) {
  const id = useId();
  const [ref, width] = useWidth<HTMLDivElement>(560);
  const ticks = ticksUpTo(Math.max(...bins.map(({ count }) => count)));
  const top = ticks.at(-1) ?? 1;
  const count = (value: number) => value.toLocaleString('en-IN');
  const left = count(top).length * FIGURE_WIDTH + 12;
  const [first, last] = [bins[0], bins.at(-1)];
  if (!first || !last) return null;
  const plot = Math.max(1, width - left - RIGHT);
  const each = plot / bins.length;
  const x = (value: number) => left + ((value - first.from) / (last.to - first.from)) * plot;
  const y = (value: number) => BASE - (value / top) * (BASE - TOP);
  const edges = [...bins.map(({ from }) => from), last.to];
  const widest = Math.max(...edges.map((edge) => format(edge).length)) * FIGURE_WIDTH + 8;
  const nth = everyNth(edges.length, each, widest);
  return (
    <div ref={ref}>
      <svg
        className={styles.chart}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-labelledby={`${id}title`}
        aria-describedby={`${id}summary`}
      >
        <title id={`${id}title`}>{title}</title>
        <desc id={`${id}summary`}>{summary}</desc>
        {ticks.map((tick) => (
          <g key={tick}>
            <line className={styles.grid} x1={left} x2={width - RIGHT} y1={y(tick)} y2={y(tick)} />
            <text className={styles.label} x={left - 8} y={y(tick)} dy="0.35em" textAnchor="end">
              {count(tick)}
            </text>
          </g>
        ))}
        {bins.map((bin) => (
          <rect
            key={bin.from}
            className={styles.bar}
            x={x(bin.from) + 1}
            width={Math.max(1, each - 2)}
            y={y(bin.count)}
            height={BASE - y(bin.count)}
          />
        ))}
        {edges.map(
          (edge, index) =>
            index % nth === 0 && (
              <text
                key={edge}
                className={styles.label}
                x={x(edge)}
                y={BASE + 17}
                textAnchor="middle"
              >
                {format(edge)}
              </text>
            ),
        )}
        <text className={styles.axis} x={left + plot / 2} y={HEIGHT - 6} textAnchor="middle">
          {axis}
        </text>
        {marks.map(({ at, label }, index) => (
          <g key={label}>
            <line
              className={index === 0 ? styles.mark : styles.secondMark}
              x1={x(at)}
              x2={x(at)}
              y1={TOP - 4 - index * 14}
              y2={BASE}
            />
            <text
              className={styles.markLabel}
              x={x(at)}
              dx={x(at) > width / 2 ? -5 : 5}
              y={TOP - 6 - index * 14}
              textAnchor={x(at) > width / 2 ? 'end' : 'start'}
            >
              {label}
            </text>
          </g>
        ))}
      </svg>
    </div>
  );
}

// Follows the width of an element as it changes, so that text in a chart keeps its size on every screen.

/** @returns pixels; `fallback` before the first layout */
function useWidth<E extends Element>(fallback: number): [RefObject<E | null>, number] {
  const ref = useRef<E>(null);
  const [width, setWidth] = useState(fallback);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const watch = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.max(1, Math.round(entry.contentRect.width)));
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return [ref, width];
}

// Round numbers for an axis from 0 up to at least the greatest value.

/** @returns values from 0, evenly spaced by 1, 2 or 5 times a power of ten, in about `wanted` steps */
export function ticksUpTo(most: number, wanted = 4): number[] {
  const rough = Math.max(1, most) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(
    1,
    [1, 2, 5, 10].map((times) => times * power).find((each) => each >= rough) ?? 1,
  );
  const steps = Math.max(1, Math.ceil(most / step));
  return Array.from({ length: steps + 1 }, (_, index) => index * step);
}

/** Only every nth label is shown, so that no two touch and there are at most 24. @returns n */
export function everyNth(labels: number, widthEach: number, widest: number): number {
  return Math.max(1, Math.ceil(widest / Math.max(1, widthEach)), Math.ceil(labels / 24));
}
