/** A question in the words of its row, to tell what another version has. */
import type { Question } from '#contract/desk/questions.ts';
import { optionNames } from '#contract/wire/values.ts';
import type { InWords } from '#web/shared/desk/list-changes.ts';

const shown = [
  'Questions',
  ...optionNames,
  'CorrectAnswer',
  'Weightage',
  'Negative',
  'Type',
] as const;

export function questionInWords(question: Question): InWords {
  return Object.fromEntries(shown.map((name) => [name, String(question[name])]));
}
