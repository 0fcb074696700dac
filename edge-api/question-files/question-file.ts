// The shapes and limits of a question file that all parts of the import share. No database, no HTTP.
import type { ImportFormat, questionFields, RowNote } from '#contract/desk/questions.ts';

export type QuestionField = (typeof questionFields)[number];

export const limits = {
  fileBytes: 10 * 1024 * 1024,
  /** Question rows in all sheets together. */
  rows: 50_000,
  /** Bytes of a workbook's XML after inflating, all parts together. */
  inflatedBytes: 200 * 1024 * 1024,
  /** In characters: the most that a cell of Excel holds, so that a download can always be written. */
  textLength: 32_767,
  /** Characters in the columns that are read. A text that many cells share counts once for each cell. */
  textTotal: 60_000_000,
  typeLength: 100,
  /** A larger number in a marks column is a mistake: a year, a date, a serial number. */
  marks: 1000,
} as const;

/** Sections of a result that no question may have as its type. */
export const reservedTypes = ['TotalScore', 'Documents'] as const;

export type Options = [string, string, string, string];
export type OptionIndex = 0 | 1 | 2 | 3;

/** The texts of a question, as the bank stores them. */
export type QuestionContent = { type: string; text: string; options: Options };
/** A question with its answer and marks. Marks are whole hundredths; `negativeHundredths` is never below zero. */
export type FileQuestion = QuestionContent & {
  correct: OptionIndex;
  weightageHundredths: number;
  negativeHundredths: number;
};

/** `row` is the row number that Excel shows, the line in a text file or the question in a QTI package, counted from 1. */
export type ParsedQuestion = FileQuestion & { sheet: string; row: number };

export type SheetSummary = {
  sheet: string;
  hidden: boolean;
  headerRow: number | null;
  questions: number;
};

export type RefusalCode =
  | 'empty-file'
  | 'too-large'
  | 'too-many-rows'
  | 'wrong-kind'
  | 'password-protected'
  | 'damaged'
  | 'unsafe'
  | 'no-header'
  | 'missing-columns'
  | 'duplicate-columns'
  | 'no-questions'
  | 'took-too-long';

export type Refusal = { ok: false; code: RefusalCode; message: string };

/**
 * `errors` has an entry for each refused row, which is not in `rows`, and for each sheet whose header can't be used. `duplicates` are
 * valid rows that were left out because the file has the same question further up. `warnings` are about rows in `rows` and about skipped
 * parts of the file.
 */
export type FileReading = {
  ok: true;
  format: ImportFormat;
  rows: ParsedQuestion[];
  duplicates: RowNote[];
  errors: RowNote[];
  warnings: RowNote[];
  sheets: SheetSummary[];
};

export type ParseOutcome = FileReading | Refusal;

/** Thrown while a file is read. Its message is shown to the administrator. */
export class FileRefusal extends Error {
  readonly code: RefusalCode;
  constructor(code: RefusalCode, message: string) {
    super(message);
    this.code = code;
  }
}

export class WrongKind extends FileRefusal {
  readonly what: string;
  constructor(what: string, kinds: string) {
    super('wrong-kind', `${what} Please upload an Excel workbook (.xlsx or .xls)${kinds}.`);
    this.what = what;
  }
}

export const wrongKind = (what: string) =>
  new WrongKind(what, ', a Word document (.docx), CSV, GIFT, Aiken, Moodle XML or QTI');

/** The refusal for a table that holds something other than questions, such as a list of candidates. */
export const noTable = (what: string) => new WrongKind(what, ' or CSV');

export const archive = () =>
  wrongKind('This is a zip archive, not an Excel workbook. Please unpack it first.');

export const qtiPackage = () => wrongKind('This is a package of questions (QTI).');

export const openDocument = () =>
  wrongKind('This is an OpenDocument spreadsheet in one piece (.fods). It can be saved as .xlsx.');

export const wordDocument = () =>
  wrongKind('This is an old Word document (.doc). In Word it can be saved as .docx.');

export const tooManyRows = (most: number = limits.rows) =>
  new FileRefusal(
    'too-many-rows',
    `This file has more than ${most.toLocaleString('en-IN')} rows. Please split it into smaller files.`,
  );

export const passwordProtected = () =>
  new FileRefusal(
    'password-protected',
    'This file is protected by a password. Please remove the password and upload it again.',
  );
