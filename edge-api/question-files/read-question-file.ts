// Turns the bytes of an uploaded file into questions, in the worker. Each format is asked in order whether the file is its own. When none
// recognises the file, the refusal names the kind of file and says what to do.
import type { ImportFormat } from '#contract/desk/questions.ts';
import { csv } from './csv.ts';
import { excel } from './excel/excel.ts';
import type { Contents, QuestionFormat, SourceFile } from './format.ts';
import { gift } from './gift.ts';
import { chooseSheets } from './judge/choose-sheets.ts';
import { judgeItems } from './judge/judge-items.ts';
import { judgeRow, textRemarks } from './judge/judge-row.ts';
import { type Judged, judgeTogether, withName } from './judge/judge-together.ts';
import { withListedOptions } from './judge/listed-options.ts';
import { findHeader, type Header } from './judge/map-header.ts';
import { cellName, type Row, type Sheet } from './judge/sheet.ts';
import { moodleXml } from './moodle-xml.ts';
import { qti } from './qti/qti.ts';
import {
  FileRefusal,
  limits,
  openDocument,
  type ParseOutcome,
  type QuestionField,
  tooManyRows,
  wrongKind,
} from './question-file.ts';
import { checkOutside, lineOfZero, rootOf, toSourceFile } from './source-file.ts';
import { aiken, typedInRows } from './typed/aiken.ts';
import { labelledQuestions } from './typed/labelled-rows.ts';
import { isYaml } from './yaml.ts';

/** Called with the number of rows judged so far. */
type Watch = (rows: number) => void;

/** Match the first and the second option as people type them: on separate lines or one, labelled with letters or digits. */
const first = /(?:^|\s)\*?\(?[a1अक][).]\s/im;
const second = /(?:^|\s)\*?\(?[b2बख][).]\s/im;
const howToType =
  'If they are typed as text, every option needs a line of its own that begins with A), B), C) or D), and below them a line such as "ANSWER: B"; or the answers stand at the end, such as "1. B", section by section where the numbers begin again.';

const isTyped = (text: string) => first.test(text) && second.test(text);

function recognise(file: SourceFile): QuestionFormat {
  const { text, name } = file;
  if (text !== null && /\.xls[xmb]$/i.test(name))
    throw wrongKind(
      rootOf(text) === null
        ? 'This is plain text, though its name says Excel. If Excel can open it, save it there as an Excel workbook (.xlsx).'
        : 'This is a web page or XML, though its name says Excel. Open it in Excel and save it as an Excel workbook (.xlsx).',
    );
  if (text?.trim() === '') throw new FileRefusal('empty-file', 'This file is empty.');
  if (isYaml(file.plainText ?? '')) throw wrongKind('This is YAML, which is not read here.');
  let byName: QuestionFormat | null = null;
  for (const format of formats) {
    const how = format.recognises(file);
    if (how === 'by-content') return format;
    if (how === 'by-name') byName ??= format;
  }
  if (byName) return byName;
  const root = text === null ? null : rootOf(text);
  if (root === 'document' && text?.includes('urn:oasis:names:tc:opendocument'))
    throw openDocument();
  const line = text === null ? lineOfZero(file.bytes) : null;
  if (line !== null)
    throw new FileRefusal(
      'damaged',
      `Line ${line} of this file has a sign that no text has (a zero byte). Please open the file in Excel, save it as .xlsx and upload that.`,
    );
  const unread = `This ${root ? 'XML ' : ''}file holds no questions that can be read.`;
  throw wrongKind(isTyped(file.plainText ?? '') ? `${unread} ${howToType}` : unread);
}

/**
 * Never rejects because of the file's contents.
 * @param watch is called while the file is read, with the number of rows judged so far
 */
export async function readQuestionFile(
  bytes: Uint8Array,
  fileName: string,
  watch: Watch = () => undefined,
): Promise<ParseOutcome> {
  try {
    checkOutside(bytes);
    const file = toSourceFile(bytes, fileName);
    const format = recognise(file);
    const contents = await format.read(file);
    const judged =
      contents.are === 'sheets'
        ? (judgeTyped(contents.sheets, watch) ?? judgeSheets(contents, watch))
        : judgeItems(contents, format.name, file.title, watch);
    return judgeTogether(judged, format);
  } catch (error) {
    if (error instanceof FileRefusal)
      return { ok: false, code: error.code, message: error.message };
    throw error;
  }
}

/** If the contract has an id without a format here, this doesn't compile. */
const byId: { [Id in ImportFormat]: QuestionFormat & { id: Id } } = {
  qti,
  workbook: excel,
  'moodle-xml': moodleXml,
  delimited: csv,
  aiken,
  gift,
};

/**
 * The formats, in the order in which they are asked whether a file is theirs. Excel is the main format: the screens ask for a workbook, and
 * the download is one.
 */
const formats: readonly QuestionFormat[] = Object.values(byId);

// Sheets without a header, in which questions are typed as in a document, one line in each row.

/** @throws FileRefusal no-questions, when the rows hold options as people type them */
function refuseUnanswered({ rows }: Sheet): void {
  const cells = rows.flatMap((row) => (row.cells.size === 1 ? [...row.cells.values()] : []));
  if (cells.every(({ font }) => font === null) && isTyped(cells.map(({ text }) => text).join('\n')))
    throw new FileRefusal(
      'no-questions',
      `The questions of this file are typed as text, but their answers were not found. ${howToType} Answers that are only bold, underlined or highlighted are not read.`,
    );
}

const typed = { are: 'items', haveMarks: false, haveMarkup: false } as const;

function judgeTyped(sheets: readonly Sheet[], watch: Watch): Judged | null {
  const all: Judged = { drafts: [], errors: [], warnings: [], sheets: [] };
  if (sheets.some(({ rows }) => findHeader(rows))) return null;
  for (const sheet of sheets) {
    const { name, hidden, rows, pictures, remark } = sheet;
    const labelled = hidden ? null : labelledQuestions(sheet);
    const items = labelled ?? (hidden ? null : typedInRows(sheet));
    if (!items && !hidden && rows.length > 0) {
      refuseUnanswered(sheet);
      return null;
    }
    if (!items) continue;
    const contents = { ...typed, items, haveMarks: labelled !== null };
    const judged = judgeItems(contents, 'Typed text', name, watch);
    all.drafts.push(...judged.drafts);
    all.errors.push(...judged.errors);
    all.sheets.push(...judged.sheets);
    const warn = (row: number, message: string) =>
      all.warnings.push({ sheet: name, row, column: '', message });
    warn(
      0,
      labelled
        ? `"${name}" is read by the names in front of its rows, such as "Question" and "Option".`
        : `No row of "${name}" has the column names. It is read as a typed text, with options and answers below each question.`,
    );
    all.warnings.push(...judged.warnings);
    if (remark) warn(0, remark);
    for (const row of pictures)
      warn(row, 'A picture or drawing that begins in this row was left out.');
    for (const { row, hidden: isHidden, cells } of rows) {
      if (isHidden) warn(row, 'This row is hidden in the file. It is read like the others.');
      for (const cell of cells.values()) if (cell.remark !== null) warn(row, cell.remark);
    }
  }
  return all.drafts.length > 0 ? all : null;
}

// Sheets with a usable header: each row is judged separately.

/** Empty when the value came from somewhere else, such as an answer key. */
function cellOf({ columns, cells }: Header, field: QuestionField, row: number): { cell?: string } {
  const column = columns.get(field);
  return column === undefined || !cells.has(column) ? {} : { cell: cellName(column, row) };
}

const questionOf = ({ columns }: Header, { cells }: Row) =>
  cells.get(columns.get('Questions') ?? -1)?.text;

/**
 * @param onRow is called after each row with the number of rows judged so far
 * @throws FileRefusal
 */
function judgeSheets(
  contents: Contents & { are: 'sheets' },
  onRow: (judged: number) => void,
): Judged {
  const {
    chosen,
    errors,
    warnings,
    sheets: summaries,
  } = chooseSheets(contents.sheets.map(withListedOptions), contents.rowsEndAtHeader);
  const drafts: Judged['drafts'] = [];
  let judgedRows = 0;
  let textTotal = 0;
  for (const { sheet, layout } of chosen) {
    const taken = new Set<number>();
    const read = [...layout.header.columns.values(), ...layout.header.second.values()];
    for (const row of sheet.rows) {
      if (row.row <= layout.header.row) continue;
      for (const column of read) textTotal += row.cells.get(column)?.text.length ?? 0;
      if (textTotal > limits.textTotal)
        throw new FileRefusal(
          'too-large',
          `The questions of this file have more than ${limits.textTotal / 1_000_000} million characters. Please split it into smaller files.`,
        );
      const judged = judgeRow(row, layout);
      const called = sheet.isText ? questionOf(layout.header, row) : undefined;
      onRow(++judgedRows);
      if (judged.is === 'draft') {
        drafts.push({ sheet: sheet.name, draft: { ...judged.draft, called } });
        taken.add(row.row);
        judged.draft.remarks.push(...textRemarks(judged.draft));
        if (sheet.pictures.has(row.row))
          judged.draft.remarks.push({
            column: 'Questions',
            message:
              'A picture or drawing in this row was left out. Please check that it still makes sense.',
          });
      }
      if (judged.is === 'refused')
        errors.push({
          sheet: sheet.name,
          row: row.row,
          column: judged.column,
          ...(called === undefined && cellOf(layout.header, judged.column, row.row)),
          message: withName(called, judged.message),
        });
      if (judged.is === 'no-question')
        warnings.push({ sheet: sheet.name, row: row.row, column: '', message: judged.message });
      if (drafts.length + errors.length > limits.rows) throw tooManyRows();
    }
    for (const row of sheet.pictures)
      if (row > layout.header.row && !taken.has(row))
        warnings.push({
          sheet: sheet.name,
          row,
          column: '',
          message:
            'A picture or drawing that begins in this row was left out. Please check that the questions around it still make sense.',
        });
  }
  return { drafts, errors, warnings, sheets: summaries };
}
