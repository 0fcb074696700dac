// Answers that are numbers counted from 0, as programs count: under a heading such as "correct_index" they are read so, under others
// no key is guessed.

import type { RowNote } from '#contract/desk/questions.ts';
import { optionNames } from '#contract/wire/values.ts';
import { comparable, foldDigits } from './clean-text.ts';
import { isIndexName } from './column-names.ts';
import type { Header } from './map-header.ts';
import type { Layout } from './row-judgement.ts';
import { type Row, type Sheet, textCell } from './sheet.ts';

const saidIn = ({ cells }: Row, column = -1) => foldDigits(cells.get(column)?.text ?? '');

export const isIndexColumn = ({ cells }: Header, column: number) =>
  isIndexName(cells.get(column)?.text ?? '');

export function countsFromZero(
  { rows }: Sheet,
  { row, columns }: Header,
  answers = columns.get('CorrectAnswer'),
): Layout['countsFromZero'] {
  const numbers = rows.flatMap((each) => {
    const answer = each.row > row ? saidIn(each, answers) : '';
    return optionNames.some((name) => saidIn(each, columns.get(name)) === answer) ? [] : [answer];
  });
  if (!numbers.includes('0') || numbers.includes('4')) return 'no';
  return numbers.every((answer) => /^[0-3]?$/.test(answer)) ? 'surely' : 'perhaps';
}

/**
 * With the names of the options in place of numbers that count from 0 by their heading and by what they are. `doubt` where nothing
 * tells; null where they count from 1 or most are no such numbers, and where another heading names the answers.
 */
export function withAnswersFromZero(
  sheet: Sheet,
  header: Header,
): { sheet: Sheet; note: RowNote } | { doubt: string } | null {
  const column = header.columns.get('CorrectAnswer');
  if (column === undefined || !isIndexColumn(header, column)) return null;
  const heading = comparable(header.cells.get(column)?.text ?? '').slice(0, 60);
  const below = sheet.rows.filter(({ row }) => row > header.row);
  const said = below.map((row) => saidIn(row, column)).filter((answer) => answer !== '');
  const numbers = new Set(said.filter((answer) => /^[0-4]$/.test(answer)));
  if (said.filter((answer) => numbers.has(answer)).length * 2 <= said.length) return null;
  if (numbers.has('0') === numbers.has('4'))
    return {
      doubt: `The answers in column "${heading}" of sheet "${sheet.name}" may count the options from 0 or from 1. Please write A to D there and upload the file again.`,
    };
  if (numbers.has('4')) return null;
  const rows = sheet.rows.map((row): Row => {
    const answer = saidIn(row, column);
    const named = row.row > header.row && numbers.has(answer) ? optionNames[Number(answer)] : null;
    return named ? { ...row, cells: new Map(row.cells).set(column, textCell(named)) } : row;
  });
  return {
    sheet: { ...sheet, rows },
    note: {
      ...{ sheet: sheet.name, row: header.row, column: 'CorrectAnswer' },
      message: `The answers in column "${heading}" are counted from 0: 0 is read as OptionOne, 3 as OptionFour.`,
    },
  };
}
