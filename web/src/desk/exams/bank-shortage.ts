/** Which sections ask for more questions than the bank holds, told while typing. */
import * as z from 'zod/mini';
import type { Section } from '#contract/wire/exams.ts';

/** GET exams/question-counts. */
export const bankCountsSchema = z.array(z.object({ type: z.string(), count: z.number() }));
export type BankCount = z.output<typeof bankCountsSchema>[number];

/** For a list: one sentence per type of which an exam asks for more than the bank holds. */
export function describeShortages(
  sections: readonly Section[],
  bank: readonly BankCount[],
): string[] {
  const named = [...findShortages(sections, bank)].map(
    ([row, sentence]) => `${sections[row]?.fieldType}: ${sentence}`,
  );
  return [...new Set(named)];
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
