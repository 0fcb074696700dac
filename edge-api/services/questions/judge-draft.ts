// An edited question is judged by the very rules that a row of an uploaded file is judged by.
import type { QuestionDraft } from '#contract/desk/questions.ts';
import { optionNames } from '#contract/wire/values.ts';
import { Problem } from '../../problem.ts';
import { judgeRow } from '../../question-files/judge/judge-row.ts';
import { nineColumns, toRow } from '../../question-files/judge/nine-columns.ts';
import type { QuestionContent } from '../../question-files/question-file.ts';

export type SoundQuestion = QuestionContent & {
  correct: number;
  weightage: number;
  negative: number;
};

/** @returns marks in hundredths. @throws Problem invalid, naming the field */
export function judgeDraft(draft: QuestionDraft): SoundQuestion {
  const row = toRow(1, {
    ...draft,
    Weightage: String(draft.Weightage),
    Negative: String(draft.Negative),
  });
  const judged = judgeRow(row, nineColumns);
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
