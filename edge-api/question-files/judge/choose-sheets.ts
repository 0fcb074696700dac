// Decides which sheets of a file hold questions, and which row is their header. A file without a usable sheet is refused with the reason.
// Each part that is skipped gets a note.

import type { RowNote } from '#contract/desk/questions.ts';
import { questionFields } from '#contract/desk/questions.ts';
import { FileRefusal, type SheetSummary } from '../question-file.ts';
import { withAnswerKeys } from './answer-key.ts';
import { countsFromZero, isIndexColumn, withAnswersByIndex } from './answers-from-zero.ts';
import { cleanText, comparable } from './clean-text.ts';
import { placeOfKa } from './column-names.ts';
import {
  findHeader,
  type Header,
  mapHeader,
  neededFields,
  rowsSearched,
  spelledOut,
  tablesOf,
} from './map-header.ts';
import { withMarkedAnswers } from './marked-answers.ts';
import { withoutLabels } from './option-labels.ts';
import { type Layout, mergedFrom } from './row-judgement.ts';
import {
  countsRows,
  isSecondAnswer,
  otherAnswers,
  serialOf,
  settleHeader,
} from './settle-header.ts';
import {
  cellName,
  columnName,
  inForeignFont,
  isHiddenColumn,
  type Row,
  type Sheet,
  textCell,
} from './sheet.ts';

export type ChosenSheet = { sheet: Sheet; layout: Layout };
export type SheetChoice = {
  chosen: ChosenSheet[];
  errors: RowNote[];
  warnings: RowNote[];
  sheets: SheetSummary[];
};

type Fault = { code: 'missing-columns' | 'duplicate-columns'; note: RowNote };

/**
 * @param doubt why an answer key was not used; empty if there is no such reason
 * @param uncounted why it is unclear whether numbers in the answers count from 0 or 1; null if it is clear
 */
function findFault(
  sheet: Sheet,
  header: Header,
  doubt: string,
  uncounted: string | null,
): Fault | null {
  const note = (message: string, column = '') => ({
    sheet: sheet.name,
    row: header.row,
    column,
    message,
  });
  const isHidden = (column: number) => isHiddenColumn(sheet, column);
  const clashes = header.clashes.filter(
    (each) => !isSecondAnswer(each) || each.columns.some(isHidden),
  );
  const clash = clashes.find(({ field }) => neededFields.includes(field)) ?? clashes[0];
  if (clash) {
    const [one, two] = clash.columns.map(
      (column) => cellName(column, header.row) + (isHiddenColumn(sheet, column) ? ', hidden' : ''),
    );
    const others = questionFields.filter(
      (field) => field !== clash.field && clashes.some(({ field: twice }) => twice === field),
    );
    const [also, oneOf] =
      others.length > 0 ? [`, and also for ${listed(others)}`, 'one of each'] : ['', 'one of them'];
    return {
      code: 'duplicate-columns',
      note: note(
        `Sheet "${sheet.name}" has two columns for ${clash.field}: "${clash.texts[0]}" (${one}) and "${clash.texts[1]}" (${two})${also}. Please remove ${oneOf}.`,
        clash.field,
      ),
    };
  }
  const missing = neededFields.filter((field) => !header.columns.has(field));
  if (missing.length === 0)
    return uncounted === null
      ? null
      : { code: 'missing-columns', note: note(uncounted, 'CorrectAnswer') };
  if (doubt !== '')
    return {
      code: 'missing-columns',
      note: note(
        `Sheet "${sheet.name}" has no answers beside its questions.${doubt} Please write the answers into a column CorrectAnswer beside the questions and upload the file again.`,
        'CorrectAnswer',
      ),
    };
  const list = missing.join(', ');
  return {
    code: 'missing-columns',
    note: note(
      `Sheet "${sheet.name}" has no column ${list}. Please add ${missing.length === 1 ? 'it' : 'them'} and upload the file again.${unknownNames(header)}`,
      missing[0],
    ),
  };
}

const listed = (names: readonly string[]) =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? '');

const mostNamed = 10;

/** The headings that aren't known, because one of them may be meant for the missing column. */
function unknownNames({ cells, columns, furtherOptions, second, unused }: Header): string {
  const known = new Set([
    ...columns.values(),
    ...second.values(),
    ...furtherOptions,
    ...unused.map(({ column }) => column),
  ]);
  const unknown = [...cells]
    .filter(([column]) => !known.has(column))
    .map(([, { text }]) => `"${comparable(text).slice(0, 60)}"`);
  return unknown.length === 0
    ? ''
    : ` Or rename the column that is meant, if it is one of these: ${unknown.slice(0, mostNamed).join(', ')}.`;
}

function headerWarnings(sheet: Sheet, header: Header, alone: boolean): RowNote[] {
  const note = (column: string, message: string) => ({
    sheet: sheet.name,
    row: header.row,
    column,
    message,
  });
  const warnings = header.unused.map(({ field, text, used }) =>
    note(field, `Column "${text}" is not used: ${field} is read from "${used}".`),
  );
  const { columns } = header;
  if (columns.get('OptionOne') === columns.get('CorrectAnswer'))
    warnings.push(
      note(
        'CorrectAnswer',
        'The right answer has a column of its own, so it becomes OptionOne of every question. Candidates see the options in this order. Please put the right answer in other places, too.',
      ),
    );
  const hidden = [...header.columns, ...header.second]
    .filter(([, column]) => isHiddenColumn(sheet, column))
    .map(([field, column]) => `${field} (${columnName(column)})`);
  if (hidden.length > 0)
    warnings.push(
      note(
        '',
        hidden.length === 1
          ? `Column ${hidden[0]} is hidden in the file. It is read like the others.`
          : `Columns ${listed(hidden)} are hidden in the file. They are read like the others.`,
      ),
    );
  const pair = questionFields.find((field) => header.second.has(field));
  if (pair !== undefined) {
    const [one, other] = [header.columns, header.second].map((of) => columnName(of.get(pair) ?? 0));
    const what = pair === 'Questions' ? 'questions' : 'options';
    warnings.push(
      note(
        pair,
        `The ${what} stand in two columns (${one} and ${other}), in two languages. Both are shown.`,
      ),
    );
  }
  if (!header.columns.has('Weightage'))
    warnings.push(note('Weightage', 'There is no column Weightage: every question gets 1.'));
  if (!header.columns.has('Negative'))
    warnings.push(note('Negative', 'There is no column Negative: wrong answers cost nothing.'));
  if (!header.columns.has('Type') && alone)
    warnings.push(
      note(
        'Type',
        `There is no column Type: the name of the sheet, "${comparable(sheet.name)}", is used.`,
      ),
    );
  return warnings;
}

/** The place of the letter क, according to the names of the columns, the answers below them and the letters in front of options. */
function kaOf({ rows }: Sheet, { row, columns, cells }: Header, signs: readonly string[]) {
  const answers = columns.get('CorrectAnswer') ?? -1;
  const below = rows.flatMap((each) =>
    each.row > row ? (each.cells.get(answers)?.text ?? []) : [],
  );
  return placeOfKa([...[...cells.values()].map(({ text }) => text), ...below, ...signs]);
}

/** The last row that has at least two of these: a question, its options, its answer. */
function lastRowOf({ rows }: Sheet, { columns }: Header): number {
  const own = neededFields.map((field) => columns.get(field) ?? -1);
  return (
    rows.findLast(({ cells }) => own.filter((column) => cells.has(column)).length > 1)?.row ?? 0
  );
}

/** Notes on columns with words that aren't read because their heading is unknown or missing, and on a question number that occurs twice. */
function unreadColumns(sheet: Sheet, header: Header): RowNote[] {
  const known = new Set([
    ...header.columns.values(),
    ...header.second.values(),
    ...header.furtherOptions,
  ]);
  for (const { columns } of header.clashes) for (const column of columns) known.add(column);
  for (const { column } of header.unused) known.add(column);
  const withWords = new Set<number>();
  const counted = new Map<number, number>();
  let twice: string | null = null;
  const questions = header.columns.get('Questions') ?? -1;
  const named = header.cells.get(questions)?.text;
  for (const { row, cells } of sheet.rows) {
    const question = cells.get(questions)?.text;
    // Titles, totals and a repeated header are not part of a question.
    if (row <= header.row || question === undefined || question === named) continue;
    for (const [column, { text }] of cells) {
      if (known.has(column)) continue;
      const number = serialOf(text);
      const heading = header.cells.get(column)?.text ?? '';
      if (number !== null && number === counted.get(column) && countsRows(heading))
        twice ??= `Number ${number} in column "${comparable(heading).slice(0, 60)}" stands in row ${row} and above it. Each row is read as a question of its own, also where one is the other in a second language. Please check.`;
      const isNext =
        number !== null &&
        (countsRows(heading) || number === (counted.get(column) ?? number - 1) + 1);
      if (!isNext) withWords.add(column);
      else counted.set(column, number);
    }
  }
  const note = (message: string) => ({
    ...{ sheet: sheet.name, row: header.row, column: '', message },
  });
  const repeats = twice === null ? [] : [note(twice)];
  if (withWords.size === 0) return repeats;
  const columns = [...withWords].sort((a, b) => a - b).slice(0, mostNamed);
  const names = columns.map((column) => {
    const heading = header.cells.get(column)?.text;
    return heading ? `"${comparable(heading).slice(0, 60)}"` : columnName(column);
  });
  const more = withWords.size > mostNamed ? ' and others' : '';
  const [word, verb] = withWords.size === 1 ? ['Column', 'was'] : ['Columns', 'were'];
  const message = `${word} ${names.join(', ')}${more} ${verb} not read: a question has no such column.`;
  return [...repeats, note(message)];
}

/**
 * A hint about the row that looks most like a header but lacks names; empty when no row has at least two, as one may be there by chance.
 */
function nearestHeader(rows: readonly Row[]): string {
  let nearest: Header | null = null;
  for (const row of rows) {
    const header = mapHeader(row);
    if (spelledOut(header) > 0 && header.columns.size > (nearest?.columns.size ?? 1))
      nearest = header;
  }
  if (!nearest) return '';
  const { row, columns } = nearest;
  const there = questionFields.filter((field) => columns.has(field));
  const missing = neededFields.filter((field) => !columns.has(field));
  const together = missing.includes('OptionOne') && missing.includes('OptionFour');
  return ` Row ${row} names ${listed(there)}, but not ${listed(missing)}.${together ? ' Each option needs a column of its own.' : ''}`;
}

/** Whether one cell has all column names, as in a table pasted into one column or a CSV file with each line in quotation marks. */
function namesInOneCell({ row, cells }: Row): boolean {
  const [text = ''] = [...cells.values()].map((cell) => cell.text);
  return [',', ';', '\t', '|'].some((sign) => {
    const parts = text.slice(0, 2_000).split(sign);
    const header = mapHeader({
      row,
      cells: new Map(parts.map((part, column) => [column, textCell(part)])),
    });
    return cells.size === 1 && neededFields.every((field) => header.columns.has(field));
  });
}

function noHeader(sheets: readonly Sheet[]): FileRefusal {
  const inFont = sheets
    .flatMap(({ rows }) => rows.slice(0, rowsSearched))
    .flatMap(({ row, cells }) => [...cells].map(([column, cell]) => ({ row, column, ...cell })))
    .find(({ font }) => font !== null);
  const searched = sheets.flatMap(({ rows }) => rows.slice(0, rowsSearched));
  const inOne = searched.find(namesInOneCell);
  const hint = inOne
    ? ` Row ${inOne.row} has them all in one cell. In Excel, "Data > Text to Columns" separates them.`
    : inFont?.font
      ? ` There is text ${inForeignFont(inFont.font, cellName(inFont.column, inFont.row))}`
      : nearestHeader(searched);
  return new FileRefusal(
    'no-header',
    `No row with the column names was found. The file needs the columns ${questionFields.join(', ')}.${hint}`,
  );
}

/** Splits a sheet into one sheet for each of its tables. */
function inTables(sheet: Sheet): Sheet[] {
  const tables = tablesOf(sheet.rows);
  return tables.map((rows, at) => {
    const begin = at === 0 ? 0 : (rows[0]?.row ?? 0);
    const end = tables[at + 1]?.[0]?.row ?? Number.POSITIVE_INFINITY;
    const own = [...sheet.pictures].filter((row) => row >= begin && row < end);
    return { ...sheet, rows: [...rows], pictures: new Set(own) };
  });
}

/** @throws FileRefusal when no sheet can be read */
export function chooseSheets(sheets: readonly Sheet[], rowsEndAtHeader: boolean): SheetChoice {
  const typed = sheets.flatMap(inTables).map((sheet) => {
    const header = findHeader(sheet.rows);
    return { sheet, header: header && settleHeader(header, sheet.rows) };
  });
  const { answered, used } = withAnswerKeys(typed);
  const found = typed.map((each) => ({
    ...each,
    ...answered.get(each.sheet)?.found,
    key: answered.get(each.sheet),
  }));
  const choice: SheetChoice = { chosen: [], errors: [], warnings: [], sheets: [] };
  const faults: Fault[] = [];
  const withHeader = new Set(
    found.flatMap(({ sheet, header }) => (header && !sheet.hidden ? sheet.name : [])),
  ).size;
  for (const { sheet: typed, header: named, key } of found) {
    const starred = named ? withMarkedAnswers(typed, named) : null;
    const header = starred?.header ?? named;
    const lettered = starred?.sheet ?? typed;
    const counted = header ? withAnswersByIndex(lettered, header) : null;
    const told = counted && 'sheet' in counted ? counted.sheet : lettered;
    const { sheet, notes, signs } = header
      ? withoutLabels(told, header)
      : { sheet: told, notes: [], signs: [] };
    const isFurther = choice.sheets.some((summary) => summary.sheet === sheet.name);
    if (!isFurther)
      choice.sheets.push({
        sheet: sheet.name,
        hidden: sheet.hidden,
        headerRow: header?.row ?? null,
        questions: 0,
      });
    const wholeSheet = (message: string) =>
      choice.warnings.push({ sheet: sheet.name, row: 0, column: '', message });
    if (!header) {
      if (sheet.rows.length > 0 && !used.has(sheet))
        wholeSheet(`Sheet "${sheet.name}" has no row with the column names and was skipped.`);
      continue;
    }
    if (sheet.hidden) {
      const below = sheet.rows.filter(({ row }) => row > header.row).length;
      wholeSheet(
        `Sheet "${sheet.name}" is hidden, so ${below === 1 ? 'its only row was' : `its ${below} rows were`} not imported. Unhide it to import ${below === 1 ? 'it' : 'them'}.`,
      );
      continue;
    }
    const uncounted = counted && 'doubt' in counted ? counted.doubt : null;
    const fault = findFault(sheet, header, key?.doubt ?? '', uncounted);
    if (fault) {
      faults.push(fault);
      continue;
    }
    if (isFurther)
      choice.warnings.push({
        ...{ sheet: sheet.name, row: header.row, column: '' },
        message: 'Other column names begin another table here. It is read by its own names.',
      });
    else if (sheet.remark) wholeSheet(sheet.remark);
    if (key?.note) wholeSheet(key.note);
    const rowsByNumber = new Map(sheet.rows.map((row) => [row.row, row]));
    const sheetType = header.columns.has('Type') ? null : comparable(cleanText(sheet.name));
    choice.chosen.push({
      sheet,
      layout: {
        header,
        mergedFrom: mergedFrom(sheet.downMerges),
        rowsByNumber,
        isOwn: sheet.asIs ?? false,
        sheetType,
        ka: kaOf(sheet, header, signs),
        otherAnswers: otherAnswers(header).filter(
          (column) =>
            !isIndexColumn(header, column) && countsFromZero(sheet, header, column) === 'no',
        ),
        countsFromZero: countsFromZero(sheet, header),
        lastRow: lastRowOf(sheet, header),
        rowsEndAtHeader,
      },
    });
    choice.warnings.push(
      ...headerWarnings(sheet, header, withHeader === 1),
      ...unreadColumns(sheet, header),
      ...notes,
      ...(starred ? [starred.note] : []),
      ...(counted && 'note' in counted ? [counted.note] : []),
    );
  }
  if (choice.chosen.length === 0) {
    const [fault] = faults;
    if (!fault)
      throw found.some(({ header }) => header)
        ? new FileRefusal(
            'no-questions',
            'All sheets with questions are hidden. Unhide them and upload the file again.',
          )
        : noHeader(sheets);
    throw new FileRefusal(fault.code, faults.map(({ note }) => note.message).join(' '));
  }
  choice.errors.push(...faults.map(({ note }) => note));
  return choice;
}
