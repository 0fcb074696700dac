// Labels are letters or numbers in front of options: "(A) Delhi" in the column of option A. A label is removed when it only repeats what
// the column says. A person's initial or "1) only" is never taken for a label.

import type { RowNote } from '#contract/desk/questions.ts';
import { optionNames } from '#contract/wire/values.ts';
import { comparable, foldDigits, looks, shortened } from './clean-text.ts';
import { optionOfColumn, placeOfKa } from './column-names.ts';
import type { Item } from './item.ts';
import type { Header } from './map-header.ts';
import { placeOf } from './resolve-answer.ts';
import type { Row, Sheet, SheetCell } from './sheet.ts';

/** Matches a label: "(A) ", "b.", "3)", "(क) ", "A - Delhi", "Option C: ". 1.5 and "a - b" have none. */
const label =
  /^(?:(?:option|opt|choice|विकल्प)[ .]{0,2})?[([（]?\s?([\p{L}\p{M}\p{N}]{1,4})\s?(?:[.．]?[)\]）][.:]?|[.:．：](?!\d)|\s?[-–—]\s?(?=\P{L}{0,3}\p{L}[\p{L}\p{M}]))\s*(?=\S)/iu;

/**
 * The four texts without their labels, if each has the label of its own place and the texts still differ without it. Otherwise the number
 * of texts that have the label of their place.
 */
function behindLabels(texts: readonly string[]): readonly string[] | number {
  const found = texts.map((text) => label.exec(text));
  if (found.every((match) => match === null)) return 0; // nearly all questions end here
  const signs = found.map((match) => foldDigits(match?.[1] ?? ''));
  const ka = placeOfKa(signs);
  const own = signs.filter((sign, at) => (placeOf(sign) ?? optionOfColumn(sign, ka)) === at);
  const rests = texts.map((text, at) => text.slice(found[at]?.[0].length ?? 0));
  return own.length === 4 && new Set(rests.map(looks)).size === 4 ? rests : own.length;
}

// A single question may by chance have four people as options whose initials are A to D.
const isUsual = (changed: number, questions: number) => changed > 1 && changed * 2 > questions;
const TOO_FEW =
  'The options have letters or numbers in front, which stay as typed: too few questions of this sheet have them. Please check.';
const PARTLY =
  'Not every option has its letter in front here, so they stay as typed. Please check.';
const leftOut = (questions: number, example: string, why: string) =>
  `The options of ${questions} questions have a letter or number in front, such as "${shortened(example)}". It was left out, since ${why}.`;

/** Removes labels from items. The exam shows its own letters in front of their options. */
export function itemsWithoutLabels(items: readonly Item[]): readonly Item[] {
  const found = new Map<Item, readonly string[] | number>();
  for (const item of items)
    if (item.is === 'choice' && item.choices.length === 4)
      found.set(item, behindLabels(item.choices.map(({ text }) => text)));
  const changed = [...found].flatMap(([item, rests]) => (typeof rests === 'number' ? [] : item));
  const [first] = changed;
  if (!first) return items;
  const areUsual = isUsual(changed.length, found.size);
  return items.map((item) => {
    const rests = found.get(item) ?? 0;
    if (item.is !== 'choice' || rests === 0) return item;
    const withRemark = (...said: string[]) => ({ ...item, remarks: [...item.remarks, ...said] });
    if (typeof rests === 'number') return areUsual ? withRemark(PARTLY) : item;
    if (!areUsual) return withRemark(TOO_FEW);
    const example = item.choices[0]?.text ?? '';
    const told = leftOut(changed.length, example, 'candidates see letters of ours in front');
    const choices = item.choices.map((each, at) => ({ ...each, text: rests[at] ?? each.text }));
    return { ...(item === first ? withRemark(told) : item), choices };
  });
}

/** The four cells of the options, once for each of one or two languages. */
function optionCells({ cells }: Row, { columns, second }: Header) {
  return [columns, second].flatMap((of) => {
    const four = optionNames.flatMap((name): [number, SheetCell][] => {
      const column = of.get(name) ?? -1;
      const cell = cells.get(column);
      return cell ? [[column, cell]] : [];
    });
    return four.length === 4 ? [four] : [];
  });
}

/**
 * Removes the labels of a sheet when most of its questions have them, unless the sheet is a download of the bank.
 * @returns signs: the removed labels of one question, which show how the sheet letters options
 */
export function withoutLabels(sheet: Sheet, header: Header) {
  const changed = new Map<Row, Row>();
  const partly: Row[] = [];
  let questions = 0;
  let example: readonly string[] = [];
  for (const row of sheet.rows) {
    const fours = row.row > header.row ? optionCells(row, header) : [];
    if (fours.length === 0) continue;
    questions++;
    const cells = new Map(row.cells);
    const answers = header.columns.get('CorrectAnswer') ?? -1;
    const answer = row.cells.get(answers);
    for (const four of fours) {
      const rests = behindLabels(four.map(([, { text }]) => text));
      if (typeof rests === 'number') {
        if (rests > 0) partly.push(row);
        continue;
      }
      for (const [at, [column, cell]] of four.entries()) {
        cells.set(column, { ...cell, text: rests[at] ?? cell.text });
        if (answer && comparable(answer.text) === comparable(cell.text))
          cells.set(answers, { ...answer, text: rests[at] ?? cell.text });
      }
      if (example.length === 0) example = four.map(([, { text }]) => text);
      changed.set(row, { ...row, cells });
    }
  }
  const note = (row: number, message: string): RowNote => ({
    ...{ sheet: sheet.name, row, column: 'OptionOne', message },
  });
  if (changed.size === 0) return { sheet, notes: [], signs: [] };
  if (sheet.asIs) {
    const message = `The options of ${changed.size} question${changed.size === 1 ? '' : 's'} have a letter or number in front, such as "${shortened(example[0] ?? '')}". They stay as they are, since this file was downloaded from the question bank.`;
    return { sheet, notes: [note(0, message)], signs: [] };
  }
  if (!isUsual(changed.size, questions))
    return { sheet, notes: [...changed.keys()].map(({ row }) => note(row, TOO_FEW)), signs: [] };
  return {
    sheet: { ...sheet, rows: sheet.rows.map((row) => changed.get(row) ?? row) },
    notes: [
      note(0, leftOut(changed.size, example[0] ?? '', 'each option stands in its own column')),
      ...partly.map(({ row }) => note(row, PARTLY)),
    ],
    signs: example.map((text) => label.exec(text)?.[1] ?? ''),
  };
}
