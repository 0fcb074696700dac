// Judges the items of GIFT, Aiken, Moodle XML and QTI by the same rules as the rows of a workbook.

import type { RowNote } from '#contract/desk/questions.ts';
import { questionFields } from '#contract/desk/questions.ts';
import { optionNames } from '#contract/wire/values.ts';
import type { Contents } from '../format.ts';
import { limits, type QuestionField, tooManyRows } from '../question-file.ts';
import { cleanText, isVisible } from './clean-text.ts';
import { fitChoices, type Item } from './item.ts';
import { judgeRow, textRemarks } from './judge-row.ts';
import { type Judged, withName } from './judge-together.ts';
import { itemsWithoutLabels } from './option-labels.ts';
import type { Draft, Layout } from './row-judgement.ts';
import { type Row, textCell } from './sheet.ts';

// Turns a question whose nine values have names into a row of a table, which judgeRow can judge.

export const nineColumns: Layout = {
  header: {
    row: 0,
    cells: new Map(),
    columns: new Map(questionFields.map((field, column) => [field, column])),
    clashes: [],
    furtherOptions: [],
    isPercent: false,
    second: new Map(),
    isFromZero: false,
    unused: [],
  },
  mergedFrom: () => undefined,
  rowsByNumber: new Map(),
  isOwn: false,
  sheetType: null,
  ka: null,
  otherAnswers: [],
  countsFromZero: 'no',
  lastRow: Number.POSITIVE_INFINITY,
  rowsEndAtHeader: false,
};

/** @param place the row number in notes */
export function toRow(place: number, values: Readonly<Record<QuestionField, string>>): Row {
  const cells = questionFields.flatMap((field, column) => {
    const text = cleanText(values[field]);
    return isVisible(text) ? [[column, textCell(text)] as const] : [];
  });
  return { row: place, hidden: false, cells: new Map(cells) };
}

type Outcome = { draft: Draft } | { column: string; message: string };

/** Five decimals: enough for a third of a mark, and no rounding errors show. */
const toText = (marks: number) => String(Number(marks.toFixed(5)));

function judgeItem(item: Item, fallbackType: string, haveMarkup: boolean): Outcome {
  if (item.is === 'left-out') return { column: '', message: `${item.message} It is left out.` };
  const fitting = fitChoices(item.choices, item.mark);
  if ('misfit' in fitting) return { column: '', message: `${fitting.misfit} It is left out.` };
  const [OptionOne = '', OptionTwo = '', OptionThree = '', OptionFour = ''] = item.choices.map(
    ({ text }) => text,
  );
  const row = toRow(item.line, {
    Questions: item.text,
    OptionOne,
    OptionTwo,
    OptionThree,
    OptionFour,
    CorrectAnswer: optionNames[fitting.correct],
    Weightage: toText(item.mark),
    Negative: toText(fitting.negative),
    Type: item.type ?? fallbackType,
  });
  const judged = judgeRow(row, nineColumns);
  if (judged.is !== 'draft')
    return judged.is === 'refused'
      ? { column: judged.column, message: judged.message }
      : { column: '', message: 'It has no text and no options.' };
  const draft: Draft = {
    ...judged.draft,
    called: item.called,
    // The place is known, so the text of an option can't be mistaken for it.
    readings: { text: null, place: { at: fitting.correct, style: 'name' } },
    remarks: [
      ...judged.draft.remarks,
      ...item.remarks.map((message) => ({ column: 'Questions' as const, message })),
    ],
  };
  draft.remarks.push(...textRemarks(draft, haveMarkup));
  return { draft };
}

/**
 * @param name used in notes in place of a sheet's name, and as the Type of questions without one
 * @param onRow is called after each item with the number of items judged so far
 * @throws FileRefusal
 */
export function judgeItems(
  { items, haveMarks, haveMarkup }: Contents & { are: 'items' },
  formatName: string,
  name: string,
  onRow: (judged: number) => void,
): Judged {
  const drafts: Judged['drafts'] = [];
  const errors: RowNote[] = [];
  let withoutType = false;
  let judgedItems = 0;
  const all: Item[] = [];
  for (const item of items) {
    if (all.push(item) > limits.rows) throw tooManyRows();
  }
  for (const item of itemsWithoutLabels(all)) {
    const judged = judgeItem(item, name, haveMarkup);
    onRow(++judgedItems);
    if (item.is === 'choice' && item.type === null) withoutType = true;
    if ('draft' in judged) drafts.push({ sheet: name, draft: judged.draft });
    else
      errors.push({
        sheet: name,
        row: item.line,
        column: judged.column,
        message: withName(item.called, judged.message),
      });
  }
  const warnings: RowNote[] = [];
  const wholeFile = (column: string, message: string) =>
    warnings.push({ sheet: name, row: 0, column, message });
  if (withoutType)
    wholeFile('Type', `Questions without a category get the name "${name}" as their Type.`);
  if (!haveMarks)
    wholeFile(
      'Weightage',
      `${formatName} has no marks: every question gets 1, and wrong answers cost nothing.`,
    );
  const sheets = [{ sheet: name, hidden: false, headerRow: null, questions: 0 }];
  return { drafts, errors, warnings, sheets };
}
