/** An import report in sentences. */
import type { ImportReport } from '#contract/questions.ts';

export interface ImportDescription {
  tone: 'success' | 'warn' | 'danger';
  title: string;
  facts: string[];
  /** Questions that could be added without the refused rows; 0 when there is nothing to decide. */
  sound: number;
}

function count(n: number, one: string, many: string): string {
  return `${n.toLocaleString('en-IN')} ${n === 1 ? one : many}`;
}

export function describeImport({
  inserted,
  duplicates,
  refused,
  types,
}: ImportReport): ImportDescription {
  const fresh = types.reduce((sum, type) => sum + type.count, 0);
  const facts = [
    ...(inserted > 0
      ? types.map((type) => `${type.type}: ${count(type.count, 'question', 'questions')}`)
      : []),
    ...(duplicates > 0
      ? [`${count(duplicates, 'duplicate was', 'duplicates were')} left out.`]
      : []),
    ...(refused > 0 ? [`${count(refused, 'row was', 'rows were')} refused; see below.`] : []),
  ];
  if (inserted > 0) {
    const title = `${count(inserted, 'question was', 'questions were')} added`;
    return { tone: refused > 0 ? 'warn' : 'success', title, facts, sound: 0 };
  }
  if (refused > 0) {
    const title = 'Nothing was added, because some rows must be corrected first';
    return { tone: 'danger', title, facts, sound: fresh };
  }
  const title = 'Nothing was added: the bank holds all of these questions already';
  return { tone: 'warn', title, facts, sound: 0 };
}
