// An edited question is judged by the very rules that a row of an uploaded file is judged by.
import type { QuestionDraft } from '#contract/questions.ts';
import { optionNames } from '#contract/values.ts';
import { Problem } from '../../problem.ts';
import { cleanText, isVisible } from '../question-import/clean-text.ts';
import { judgeRow, type Layout } from '../question-import/judge-row.ts';
import { fields, type QuestionContent } from '../question-import/question-file.ts';
import { type Row, textCell } from '../question-import/sheet.ts';

/** A row with the nine columns in their order. */
const layout: Layout = {
  header: {
    row: 0,
    columns: new Map(fields.map((field, column) => [field, column])),
    clashes: [],
    unused: [],
  },
  headerRow: { row: 0, hidden: false, cells: new Map() },
  downMerges: [],
  rowsByNumber: new Map(),
  sheetType: null,
};

export type SoundQuestion = QuestionContent & {
  correct: number;
  weightage: number;
  negative: number;
};

/** @returns marks in hundredths. @throws Problem invalid, naming the field */
export function judgeDraft(draft: QuestionDraft): SoundQuestion {
  const cells: Row['cells'] = new Map(
    fields.flatMap((field, column) => {
      const text = cleanText(String(draft[field]));
      return isVisible(text) ? [[column, textCell(text)] as const] : [];
    }),
  );
  const judged = judgeRow({ row: 1, hidden: false, cells }, layout);
  if (judged.is !== 'draft') {
    const field = judged.is === 'refused' ? judged.column : 'Questions';
    const message =
      judged.is === 'refused' ? judged.message : 'Please fill in the question and its options.';
    throw new Problem('invalid', { fields: { [field]: message } });
  }
  const {
    type,
    text,
    options,
    weightageHundredths: weightage,
    negativeHundredths: negative,
  } = judged.draft;
  return {
    type,
    text,
    options,
    weightage,
    negative,
    correct: optionNames.indexOf(draft.CorrectAnswer),
  };
}
