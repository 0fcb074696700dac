// A question as a row of the workbook that uploads again unchanged.
import { optionNames } from '#contract/wire/values.ts';
import { readAnswer } from '../../question-files/judge/resolve-answer.ts';
import { textCell } from '../../question-files/judge/sheet.ts';
import { type FileQuestion, fields } from '../../question-files/question-file.ts';
import type { WorkbookCell, WorkbookSheet } from '../workbook/stream-workbook.ts';

const letters = ['A', 'B', 'C', 'D'] as const;
const numbers: readonly string[] = ['Weightage', 'Negative'];
const widths = [60, ...optionNames.map(() => 20), 15, 10, 10, 18];

/** The nine columns; what is typed below them, 1/4 or 007, stays what it is. */
export const questionSheet: WorkbookSheet = {
  name: 'Questions',
  columns: fields.map((head, index) => ({
    head,
    width: widths[index] ?? 20,
    of: numbers.includes(head) ? 'numbers' : 'text',
  })),
};

/** The option's name, or another way to say it where an option's own text happens to be that name. */
function correctAnswer({ options, correct }: FileQuestion): string {
  const cells = options.map(textCell);
  const ways = [
    optionNames[correct],
    options[correct],
    letters[correct],
    `${correct + 1}`,
    `(${letters[correct]})`,
    `(${correct + 1})`,
    `Option ${letters[correct]}`,
    `Option ${correct + 1}`,
  ];
  const clear = ways.find((way) => {
    const { text: asText, place } = readAnswer(textCell(way), cells);
    return (
      (asText !== null || place !== null) &&
      (asText?.at ?? correct) === correct &&
      (place?.at ?? correct) === correct
    );
  });
  return clear ?? optionNames[correct];
}

/** A row that `parseQuestionFile` reads back as the same question. */
export function toQuestionRow(question: FileQuestion): WorkbookCell[] {
  return [
    question.text,
    ...question.options,
    correctAnswer(question),
    question.weightageHundredths / 100,
    question.negativeHundredths / 100,
    question.type,
  ];
}
