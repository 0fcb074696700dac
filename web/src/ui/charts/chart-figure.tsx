/** A chart with its heading, what it shows in one sentence, and the same numbers as a table. */
import { type ReactNode, useId } from 'react';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import styles from './chart-figure.module.css';

export interface ChartRow {
  label: string;
  /** One cell for each head after the first. */
  values: readonly string[];
}

interface ChartFigureProps {
  title: string;
  /** What there is to see, in a sentence or two. */
  summary: string;
  /** The heads of the table; the first one is above the names of the rows. */
  heads: readonly [string, ...string[]];
  rows: readonly ChartRow[];
  children: ReactNode;
}

export function ChartFigure({ title, summary, heads, rows, children }: ChartFigureProps) {
  const id = useId();
  const [first, ...others] = heads;
  const columns: Column<ChartRow>[] = [
    { key: first, head: first, rowHead: true, cell: ({ label }) => label },
    ...others.map((head, index) => ({
      key: head,
      head,
      numeric: true,
      cell: ({ values }: ChartRow) => values[index],
    })),
  ];
  return (
    <figure className={styles.figure} aria-labelledby={id}>
      <figcaption className={styles.words}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        <p className={styles.summary}>{summary}</p>
      </figcaption>
      {children}
      <details className={styles.numbers}>
        <summary>Show the numbers</summary>
        <DataTable
          caption={`${title}: the numbers`}
          captionHidden
          dense
          columns={columns}
          rows={rows}
          rowKey={({ label }) => label}
        />
      </details>
    </figure>
  );
}
