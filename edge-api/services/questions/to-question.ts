// A question of the bank in the words of the wire.
import type { Question } from '#contract/desk/questions.ts';
import { optionNames } from '#contract/wire/values.ts';
import type { questionRevisions } from '#db/schema/exams.ts';

type Row = typeof questionRevisions.$inferSelect;

/** For the administrator: it says which option is right. */
export function toQuestion(row: Row): Question {
  const [OptionOne = '', OptionTwo = '', OptionThree = '', OptionFour = ''] = row.options;
  const CorrectAnswer = optionNames[row.correct];
  if (!CorrectAnswer) throw new Error(`Question revision ${row.id} has no correct option`);
  return {
    _id: row.questionId,
    Questions: row.text,
    OptionOne,
    OptionTwo,
    OptionThree,
    OptionFour,
    CorrectAnswer,
    Weightage: row.weightage / 100,
    Negative: row.negative / 100,
    Type: row.type,
    version: row.id,
  };
}
