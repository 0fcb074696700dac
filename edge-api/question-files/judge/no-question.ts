// Rows that are not questions: headings, totals, signatures, numbered rows that nobody filled in.

import { optionNames } from '#contract/wire/values.ts';
import type { QuestionField } from '../question-file.ts';
import { shortened } from './clean-text.ts';
import { headerAgain } from './map-header.ts';
import type { Layout, RowJudgement } from './row-judgement.ts';
import { serialOf } from './settle-header.ts';
import type { Row, SheetCell } from './sheet.ts';

/** How many values a text has when it is split at its most frequent separator. */
const parts = (text: string) =>
  Math.max(...[',', ';', '\t', '|'].map((sign) => text.split(sign).length));

const total = /^(grand\s+|sub\s*-?)?total\b/i;

/** Whether a row numbers the columns (1), (2), (3) …, as government forms do below the headings. */
function numbersColumns({ cells }: Pick<Row, 'cells'>): boolean {
  const inOrder = [...cells].sort(([a], [b]) => a - b);
  const [first] = inOrder;
  return (
    inOrder.length > 3 &&
    inOrder.every(
      ([column, { text }]) =>
        /^\(?\d{1,2}[).]?$/.test(text) &&
        serialOf(text) === (serialOf(first?.[1].text ?? '') ?? 0) + column - (first?.[0] ?? 0),
    )
  );
}

/** Matches the explanations below the column names of the Quizizz template: "Text for option 1", "Text for option 2" … */
const explained = /^text (?:for|of) option ([1-4])(?!\d)/i;
const explains = (cells: ReadonlyMap<QuestionField, SheetCell>) =>
  optionNames.every(
    (field, at) => explained.exec(cells.get(field)?.text ?? '')?.[1] === String(at + 1),
  );

/** What a row is that isn't a question; null when the row is meant as a question. */
export function noQuestion(
  row: Row,
  cells: ReadonlyMap<QuestionField, SheetCell>,
  layout: Layout,
): RowJudgement | null {
  // Formats without columns have no header that a row could repeat.
  if (layout.header.row > 0 && headerAgain(layout.header, row))
    return { is: 'no-question', message: 'This row repeats the header and is not a question.' };
  if (row.row === layout.header.row + 1 && numbersColumns(row))
    return { is: 'no-question', message: 'This row numbers the columns and is not a question.' };
  if (row.row === layout.header.row + 1 && explains(cells))
    return { is: 'no-question', message: 'This row explains the columns and is not a question.' };
  const isLine = [...cells.values()].every(({ text }) => /^:?-{2,}:?$/.test(text));
  if (isLine && cells.size === layout.header.columns.size) return { is: 'nothing' };
  const question = cells.get('Questions');
  const texts = [...row.cells.values()].map((cell) => cell.text);
  const isSum =
    !question &&
    texts.some((text) => total.test(text)) &&
    texts.every((text) => total.test(text) || /^[\d.,]+$/.test(text));
  const isMeant = [...optionNames, 'CorrectAnswer' as const].some((field) => cells.has(field));
  if (isMeant && !isSum && row.row <= layout.lastRow) return null;
  const [alone = ''] = texts;
  if (layout.rowsEndAtHeader && texts.length === 1 && parts(alone) >= layout.header.columns.size)
    return {
      is: 'refused',
      column: 'Questions',
      message: `This row is one single value ("${shortened(alone)}"). Its values must be separated by the same sign as the column names.`,
    };
  if (!question) {
    const onlyNumbers = texts.every((text) => /^[\d.]+$/.test(text));
    return onlyNumbers
      ? { is: 'nothing' }
      : {
          is: 'no-question',
          message: isMeant
            ? `This row stands below the last question ("${texts[0]?.slice(0, 60)}"): it was skipped.`
            : `This row has no question, options or answer ("${texts[0]?.slice(0, 60)}"): it was skipped.`,
        };
  }
  const heading = row.cells.size === 1 || total.test(question.text);
  if (!heading) return null;
  const said = `"${question.text.slice(0, 60)}" has no options and no answer: it`;
  return {
    is: 'no-question',
    message: isForOthers(question.text)
      ? `${said} was left out. If the questions below need it, please write it into each of them.`
      : `${said} looks like a heading and was skipped.`,
  };
}

/** Whether a text is a passage or directions for the questions below. */
const isForOthers = (text: string) =>
  text.length > 120 ||
  /^\W{0,5}(?:directions?|instructions?|passage|comprehension|read|study|consider|refer|निर्देश)(?![\p{L}\p{M}])/iu.test(
    text,
  );
