// Right options that a mark tells: "*Delhi", as iSpring has them, or "Delhi ✅". In a sheet without a column of answers it is the
// answer; beside one it would tell candidates.

import type { RowNote } from '#contract/desk/questions.ts';
import { optionNames } from '#contract/wire/values.ts';
import type { OptionIndex, Options } from '../question-file.ts';
import { looks, shortened } from './clean-text.ts';
import type { Header } from './map-header.ts';
import { type Row, type Sheet, textCell } from './sheet.ts';
import { tell } from './tells-answer.ts';

/** "**p" is code, and "* p" perhaps. */
const star = /^\*(?=[^\s*])/;

const withoutMark = (text: string) => text.replace(star, '').replace(tell, '').trim();

/**
 * With the letters of the marked options as answers, and without their marks. Null unless most of the questions have exactly one:
 * signs may be a part of options.
 */
export function withMarkedAnswers(
  sheet: Sheet,
  header: Header,
): { sheet: Sheet; header: Header; note: RowNote } | null {
  const columns = optionNames.flatMap((name) => header.columns.get(name) ?? []);
  const second = optionNames.map((name) => header.second.get(name) ?? -1);
  if (header.columns.has('CorrectAnswer') || columns.length < 4) return null;
  const answers = 1 + sheet.rows.reduce((most, { cells }) => Math.max(most, ...cells.keys()), 0);
  const changed = new Map<Row, Row>();
  let questions = 0;
  let answered = 0;
  let example = '';
  for (const row of sheet.rows) {
    const texts = columns.map((column) => row.cells.get(column)?.text ?? '');
    if (row.row <= header.row || texts.includes('')) continue;
    questions++;
    const isMarked = (text = '') => withoutMark(text) !== text;
    const marked = texts.flatMap((text, at) =>
      isMarked(text) || isMarked(row.cells.get(second[at] ?? -1)?.text) ? at : [],
    );
    if (marked.length === 0) continue;
    if (marked.length === 1) answered++;
    const cells = new Map(row.cells);
    for (const column of [...columns, ...second]) {
      const cell = cells.get(column);
      if (cell) cells.set(column, { ...cell, text: withoutMark(cell.text) });
    }
    cells.set(answers, textCell(marked.map((at) => 'ABCD'[at]).join(', ')));
    if (example === '') example = texts[marked[0] ?? 0] ?? '';
    changed.set(row, { ...row, cells });
  }
  if (answered * 2 <= questions) return null;
  return {
    sheet: { ...sheet, rows: sheet.rows.map((row) => changed.get(row) ?? row) },
    header: { ...header, columns: new Map(header.columns).set('CorrectAnswer', answers) },
    note: {
      ...{ sheet: sheet.name, row: header.row, column: 'CorrectAnswer' },
      message: `The options that are marked, such as "${shortened(example)}", are right. Their marks are left out, because candidates must not see them.`,
    },
  };
}

/** Beside an answer it may be longer, and stand apart or at the end: "**Delhi**", "* Delhi". "C#" is a name. */
const sign = /^[*#_@~^]{1,3}(?=[^\s*#_@~^])|^\* (?=\p{L}[\p{L}\p{M}])|[*_]{1,3}$/u;
const withoutSigns = (text: string) => text.replace(sign, '').replace(sign, '').trim();

/** Each language of an option may have its own: "*Delhi / *दिल्ली". */
const BOTH = ' / ';

/**
 * The right option without its sign, and what that begins with, if it alone of the four has one and none is the same without it; null
 * otherwise.
 */
export function withoutSign(
  options: Options,
  correct: OptionIndex,
): { text: string; sign: string } | null {
  const right = options[correct].split(BOTH);
  const text = right.map(withoutSigns).join(BOTH);
  const others = options.filter((_, at) => at !== correct);
  const isSigned = (option: string) => option.split(BOTH).some((each) => sign.test(each));
  if (others.some((other) => isSigned(other) || looks(other) === looks(text))) return null;
  const [[first = ''] = []] = right.flatMap((each) => sign.exec(each) ?? []);
  return first === '' || !/[\p{L}\p{N}]/u.test(text) ? null : { text, sign: first };
}
