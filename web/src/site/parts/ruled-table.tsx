/**
 * A table ruled like a form. On a phone each row becomes an entry of its own under its first cell, with the column's
 * name before each value, so that nothing scrolls sideways.
 */
import { KeptWhole } from './kept-whole.tsx';
import styles from './ruled-table.module.css';

interface RuledTableProps {
  caption: string;
  /** The first column names the row; its own head may be empty. */
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

export function RuledTable({ caption, columns, rows }: RuledTableProps) {
  const [first, ...rest] = columns;
  return (
    <table className={styles.table}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {first ? <th scope="col">{first}</th> : <td />}
          {rest.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {cells.map((cell, index) => (
              <td key={rest[index]} data-column={rest[index]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Points ruled like a form: each on its own line under one heavy rule. */
export function RuledList({ points }: { points: readonly { title: string; text: string }[] }) {
  return (
    <ul className={styles.list}>
      {points.map(({ title, text }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>
            <KeptWhole text={text} />
          </p>
        </li>
      ))}
    </ul>
  );
}
