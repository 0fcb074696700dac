/** What a course costs, as a bill. Figures come from content/course-list.ts and the contract. */
import { type Course, courseAmounts } from '#contract/site/courses.ts';
import { formatRupees, formatRupeesInFull } from '#web/shared/money.ts';
import { Ledger, type LedgerLine } from '#web/site/parts/ledger.tsx';
import { type Fee, fees } from './content/course-list.ts';
import styles from './fee-card.module.css';

interface FeeCardProps {
  course: Course;
  notes: readonly string[];
}

export function FeeCard({ course, notes }: FeeCardProps) {
  const { full }: Fee = fees[course];
  return (
    <section className={styles.card} aria-labelledby="course-fee-title">
      <h3 id="course-fee-title">Course fee</h3>
      <p className={styles.figure}>
        {formatRupees(full)} <span className={styles.gst}>including GST</span>
      </p>
      <Ledger lines={feeLines(course)} />
      {notes.map((note) => (
        <p key={note} className={styles.note}>
          {note}
        </p>
      ))}
    </section>
  );
}

/** Seat confirmation and instalments, where there are any. */
export function feeLines(course: Course): LedgerLine[] {
  const { full, monthlyFrom }: Fee = fees[course];
  const lines: LedgerLine[] = [];
  if (monthlyFrom !== undefined) {
    lines.push({ label: 'EMI from', value: `${formatRupees(monthlyFrom)} a month` });
  }
  if (full !== courseAmounts[course]) {
    lines.push({ label: 'Seat confirmation', value: formatRupeesInFull(courseAmounts[course]) });
  }
  return lines;
}
