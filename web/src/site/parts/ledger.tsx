/** Names and their values as a bill sets them: one line each, with dots leading from one to the other. */
import styles from './ledger.module.css';

export interface LedgerLine {
  label: string;
  value: string;
}

export function Ledger({ lines }: { lines: readonly LedgerLine[] }) {
  return (
    <dl className={styles.ledger}>
      {lines.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
