/** What one asks first, in a row under the opening band: a figure and what it stands for. */
import styles from './fact-strip.module.css';
import type { LedgerLine } from './ledger.tsx';

export function FactStrip({ facts }: { facts: readonly LedgerLine[] }) {
  return (
    <dl className={styles.strip}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
