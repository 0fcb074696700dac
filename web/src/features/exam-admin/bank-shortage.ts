/** Which sections ask for more questions than the bank holds, told while typing. */
import type { Section } from '#contract/exams.ts';

export interface BankCount {
  type: string;
  count: number;
}

/** Rows of one type are drawn together, so they are counted together. @returns a sentence per row index */
export function findShortages(
  sections: readonly Section[],
  bank: readonly BankCount[],
): Map<number, string> {
  const shortages = new Map<number, string>();
  for (const [row, { fieldType, fieldCount }] of sections.entries()) {
    if (fieldType === '' || !(fieldCount > 0)) continue;
    const same = sections.filter((other) => other.fieldType === fieldType);
    const wanted = same.reduce((sum, other) => sum + (other.fieldCount || 0), 0);
    const held = bank.find(({ type }) => type === fieldType)?.count ?? 0;
    if (wanted > held) shortages.set(row, `${wanted} wanted, the bank holds ${held}.`);
  }
  return shortages;
}
