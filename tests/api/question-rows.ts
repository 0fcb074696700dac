// Rows of a question file and the outcome of reading them, for tests of how files are judged.
import { readQuestionFile } from '#api/question-files/read-question-file.ts';
import { columns } from '../support/make-hostile-sheets.ts';
import { type BookCell, type BookSheet, makeWorkbook } from '../support/make-workbook.ts';

export const cities = ['Delhi', 'Mumbai', 'Chennai', 'Kolkata'];
/** The cells in which a row differs from what `line` makes. */
export type Cells = {
  text?: BookCell;
  options?: BookCell[];
  answer?: BookCell;
  weightage?: BookCell;
  negative?: BookCell;
  type?: BookCell;
};
let made = 0;
/** A sound question as a row. Its text is a new one each time. */
export const line = ({
  text = `Question ${++made}?`,
  options = cities,
  answer = 'Delhi',
  weightage = 1,
  negative = 0,
  type = 'GK',
}: Cells): BookCell[] => [text, ...options, answer, weightage, negative, type];

export const readSheets = async (sheets: BookSheet[]) =>
  await readQuestionFile(makeWorkbook(sheets), 'made.xlsx');
export async function read(rows: BookCell[][], header: BookCell[] = columns) {
  const outcome = await readSheets([{ name: 'Made', rows: [header, ...rows] }]);
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome;
}
/** A number cell in one of the `styles`. */
export const number = (value: number | string, style: number): BookCell => ({
  xml: `<c r="{ref}" s="${style}"><v>${value}</v></c>`,
});
