/**
 * The question file of the tests, and the score worked out from it alone: by the texts of questions and options, as a
 * person with the file and a pencil would do it.
 */
import { makeWorkbook } from '#tests/support/make-workbook.ts';

export interface FileQuestion {
  type: string;
  text: string;
  options: readonly [string, string, string, string];
  /** Index of the right option. */
  right: 0 | 1 | 2 | 3;
  weightage: number;
  negative: number;
}

const letters = ['A', 'B', 'C', 'D'] as const;

export function toWorkbook(questions: readonly FileQuestion[]): Uint8Array {
  const head = [
    'Question',
    'Option A',
    'Option B',
    'Option C',
    'Option D',
    'Correct Answer',
    'Weightage',
    'Negative',
    'Type',
  ];
  const rows = questions.map(({ text, options, right, weightage, negative, type }) => [
    text,
    ...options,
    letters[right],
    weightage,
    negative,
    type,
  ]);
  return makeWorkbook([{ name: 'Questions', rows: [head, ...rows] }]);
}

/** What the candidate chose: text of the question to text of the option. */
export type Choices = ReadonlyMap<string, string>;

/** Marks by section, added up in hundredths to avoid errors as with 0.1 + 0.2. */
export function scoreByHand(
  questions: readonly FileQuestion[],
  choices: Choices,
): { total: number; sections: Record<string, number> } {
  const hundredths: Record<string, number> = {};
  for (const { type, text, options, right, weightage, negative } of questions) {
    const chosen = choices.get(text);
    hundredths[type] ??= 0;
    if (chosen === undefined) continue;
    hundredths[type] += Math.round(100 * (chosen === options[right] ? weightage : -negative));
  }
  const total = Object.values(hundredths).reduce((sum, marks) => sum + marks, 0);
  const sections = Object.entries(hundredths).map(([name, marks]) => [name, marks / 100]);
  return { total: total / 100, sections: Object.fromEntries(sections) };
}

/** Makes questions that differ in text and options, with marks that aren't whole numbers. */
export function makeQuestions(type: string, count: number): FileQuestion[] {
  return Array.from({ length: count }, (_, index): FileQuestion => {
    const n = index + 1;
    const rights = [0, 1, 2, 3] as const;
    return {
      type,
      text: `${type}: what is ${n} times ${n + 2}?`,
      options: [`${n * (n + 2)}`, `${n * (n + 2) + 1}`, `${n * (n + 2) + 10}`, `${n + n + 102}`],
      right: rights[index % 4] ?? 0,
      weightage: 1.1 + (index % 3) * 0.5,
      negative: 0.25,
    };
  });
}
