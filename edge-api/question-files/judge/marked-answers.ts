// Right options with a mark: "*Delhi", as in iSpring, or "Delhi ✅". In a sheet without a column of answers, the mark is the answer. Beside
// a column of answers, the mark would only tell candidates the answer.

import type { RowNote } from '#contract/desk/questions.ts';
import { optionNames } from '#contract/wire/values.ts';
import type { OptionIndex, Options } from '../question-file.ts';
import { looks, shortened } from './clean-text.ts';
import type { Header } from './map-header.ts';
import { type Row, type Sheet, textCell } from './sheet.ts';
import { tell } from './tells-answer.ts';

/** A single star in front of an option. "**p" is code, and "* p" may be. */
const star = /^\*(?=[^\s*])/;

const withoutMark = (text: string) => text.replace(star, '').replace(tell, '').trim();

/**
 * Adds a column of answers with the letters of the marked options, and removes the marks. Null unless most questions have exactly one
 * marked option, because a sign may be part of an option.
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

/**
 * The sign of a right option when its answer is known: it may also be longer, followed by a space, or at the end, as in "**Delhi**" and
 * "* Delhi". "C#" has none.
 */
const sign = /^[*#_@~^]{1,3}(?=[^\s*#_@~^])|^\* (?=\p{L}[\p{L}\p{M}])|[*_]{1,3}$/u;
const withoutSigns = (text: string) => text.replace(sign, '').replace(sign, '').trim();

/** Separates two languages of an option, each of which may have its own sign: "*Delhi / *दिल्ली". */
const BOTH = ' / ';

/**
 * The text of the right option without its signs, and the first of these signs. Null when the right option isn't the only one of the four
 * with a sign, or when its text without the sign equals another option.
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
