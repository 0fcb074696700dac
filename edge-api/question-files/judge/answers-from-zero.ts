// Answers that are numbers counted from 0, as in programs. They are read as such only under a heading such as "correct_index"; under other
// headings nothing is guessed.

import type { RowNote } from '#contract/desk/questions.ts';
import { optionNames } from '#contract/wire/values.ts';
import { comparable, foldDigits } from './clean-text.ts';
import { baseIn, isIndexName } from './column-names.ts';
import type { Header } from './map-header.ts';
import type { Layout } from './row-judgement.ts';
import { type Row, type Sheet, textCell } from './sheet.ts';

/** Reads "0.0" as 0, because programs write whole numbers with decimals when their column has gaps. */
const saidIn = ({ cells }: Row, column = -1) =>
  foldDigits(cells.get(column)?.text ?? '').replace(/(?<=\d)\.0+$/, '');

/** "2", "[2]", "Option 2", "opt_2" */
const numbered =
  /^[^\p{L}\p{N}-]{0,3}(?:(?:option|opt|choice|answer|ans|index|no)[^\p{L}\p{N}]{0,3})?(\d)[^\p{L}\p{N}]{0,3}$/iu;
const indexIn = (answer: string) => numbered.exec(answer)?.[1] ?? '';

/** Whether the heading of a column names an index, or says that its numbers begin with 0. */
export function isIndexColumn({ cells }: Header, column: number): boolean {
  const heading = cells.get(column)?.text ?? '';
  return isIndexName(heading) || baseIn(heading) === 0;
}

/** Whether an answer is the text of an option of its row. */
const isText = (row: Row, { columns }: Header, answer: string) =>
  optionNames.some((name) => saidIn(row, columns.get(name)) === answer);

export function countsFromZero(
  { rows }: Sheet,
  header: Header,
  answers = header.columns.get('CorrectAnswer'),
): Layout['countsFromZero'] {
  const numbers = rows.flatMap((each) => {
    const answer = each.row > header.row ? saidIn(each, answers) : '';
    return isText(each, header, answer) ? [] : [answer];
  });
  if (!numbers.includes('0') || numbers.includes('4')) return 'no';
  return numbers.every((answer) => /^[0-3]?$/.test(answer)) ? 'surely' : 'perhaps';
}

/**
 * Replaces answers that are numbers by the names of the options, if the heading names an index or the options are numbered from 0. The
 * numbers are counted as the heading says. If it doesn't say, they are counted from 0 when one of them is 0 and from 1 when one is 4.
 * @returns `doubt` when this doesn't decide, or when most answers aren't such numbers; null when none is, or when neither the heading
 *   nor the options call for it
 */
export function withAnswersByIndex(
  sheet: Sheet,
  header: Header,
): { sheet: Sheet; note: RowNote } | { doubt: string } | null {
  const column = header.columns.get('CorrectAnswer');
  if (column === undefined) return null;
  const isNamed = isIndexColumn(header, column);
  if (!isNamed && !header.isFromZero) return null;
  const heading = comparable(header.cells.get(column)?.text ?? '').slice(0, 60);
  const answers = sheet.rows.flatMap((row) => {
    const answer = row.row > header.row ? saidIn(row, column) : '';
    const index = indexIn(answer);
    return answer === ''
      ? []
      : [{ index: /^[0-4]$/.test(index) ? index : null, isText: isText(row, header, answer) }];
  });
  const numbers = answers.flatMap(({ index }) => index ?? []);
  if (numbers.length === 0) return null;
  // The answer "2" may mean the option whose text is 2.
  const mayBeText = !isNamed && answers.every(({ index, isText }) => index === null || isText);
  if (mayBeText && answers.some(({ index, isText }) => index === null && isText)) return null;
  const stated = baseIn(header.cells.get(column)?.text ?? '');
  const [has0, has4] = [numbers.includes('0'), numbers.includes('4')];
  const isUntold = stated === null ? has0 === has4 : stated === 0 ? has4 : has0;
  if (isUntold || mayBeText || numbers.length * 2 <= answers.length)
    return {
      doubt: `The answers in column "${heading}" of sheet "${sheet.name}" may ${mayBeText ? 'be texts of options or count them' : 'count the options'} from 0 or from 1. Please write A to D there and upload the file again.`,
    };
  const first = stated ?? (has0 ? 0 : 1);
  const rows = sheet.rows.map((row): Row => {
    const index = row.row > header.row ? indexIn(saidIn(row, column)) : '';
    const named = index === '' ? undefined : optionNames[Number(index) - first];
    return named ? { ...row, cells: new Map(row.cells).set(column, textCell(named)) } : row;
  });
  return {
    sheet: { ...sheet, rows },
    note: {
      ...{ sheet: sheet.name, row: header.row, column: 'CorrectAnswer' },
      message: `The answers in column "${heading}" are counted from ${first}: ${first} is read as OptionOne, ${first + 3} as OptionFour.`,
    },
  };
}
