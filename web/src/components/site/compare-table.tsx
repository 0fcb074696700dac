/** Two or three things side by side, point by point. On a narrow screen the table scrolls in its own frame. */
import styles from './compare-table.module.css';

interface CompareTableProps {
  caption: string;
  /** The first heads the points; it may be empty where they speak for themselves. */
  columns: readonly string[];
  /** As many cells as columns; the first names the point. */
  rows: readonly (readonly string[])[];
}

export function CompareTable({ caption, columns, rows }: CompareTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard.
    <section className={styles.frame} aria-label={caption} tabIndex={0}>
      <table className={styles.table}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) =>
              column === '' ? (
                <td key={column} />
              ) : (
                <th key={column} scope="col">
                  {column}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(([point, ...cells]) => (
            <tr key={point}>
              <th scope="row">{point}</th>
              {cells.map((cell, index) => (
                <td key={columns[index + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
