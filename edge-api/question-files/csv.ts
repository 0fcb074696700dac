// Delimited text: with commas, semicolons or tabs, as Excel writes and opens it, or with vertical bars (|), as databases write it.
import { CsvError, parse } from 'csv-parse/sync';
import type { QuestionFormat } from './format.ts';
import { cleanText, isVisible } from './judge/clean-text.ts';
import { findHeader, mapHeader } from './judge/map-header.ts';
import { noPictures, type Row, type Sheet, type SheetCell, textCell } from './judge/sheet.ts';
import { FileRefusal, limits, tooManyRows } from './question-file.ts';

/** The most columns and rows that Excel has. More would only cost memory and time. */
const mostValues = 16_384;
const lastRow = 1_048_576;
/** The most rows whose length differs from the first row's. The parser creates an error for each of them. */
const mostUneven = 100_000;

type Records = {
  rows: Row[];
  /** The row where a quotation mark stopped the reading: one that is never closed (`isOpen`), or a closing one with text behind it. */
  fault: { row: number; isOpen: boolean } | null;
};

/** Programs write ="007" so that Excel doesn't read 007 as a number. Excel shows only the text in the quotation marks. */
function toCell(value: string): SheetCell {
  const kept = /^="((?:[^"]|"")*)"$/.exec(value);
  if (!kept) return textCell(cleanText(value));
  const text = cleanText((kept[1] ?? '').replaceAll('""', '"'));
  return {
    ...textCell(text),
    remark: `${value.slice(0, 60)} is read as Excel shows it: ${text.slice(0, 60)}`,
  };
}

/**
 * @param most how many records to read; -1 reads all. With a limit, the text may turn out not to be a table, so a row with too many
 *   values is not refused
 * @throws FileRefusal too-many-rows
 */
function readRecords(text: string, delimiter: string, quote: '"' | null, most = -1): Records {
  const rows: Row[] = [];
  // The stack trace is most of the cost of each of the parser's errors.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    parse(text, {
      delimiter,
      quote,
      to: most,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_quotes: true, // 12" is a text
      relax_column_count: true,
      trim: true, // people put spaces around quoted values
      skip_empty_lines: true,
      on_record(values: string[], context) {
        const row = context.records + context.empty_lines;
        if (row > lastRow || context.invalid_field_length > mostUneven) throw tooManyRows();
        if (values.length > mostValues && most === -1)
          throw new FileRefusal(
            'damaged',
            `Row ${row} has more than ${mostValues.toLocaleString('en-IN')} values, which no table has. Please check how the file was saved.`,
          );
        const cells = new Map(
          values.flatMap((value, column) => {
            const cell = toCell(value);
            return isVisible(cell.text) ? [[column, cell] as const] : [];
          }),
        );
        if (cells.size > 0) rows.push({ row, hidden: false, cells });
        if (rows.length > limits.rows + 10_000) throw tooManyRows();
        return null; // the parser need not keep the record
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const row = Number(error.records) + Number(error.empty_lines) + 1;
    return { rows, fault: { row, isOpen: error.code === 'CSV_QUOTE_NOT_CLOSED' } };
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
  return { rows, fault: null };
}

const startOf = (text: string, delimiter: string) =>
  readRecords(text.slice(0, 200_000), delimiter, '"', 50).rows;

function bestDelimiter(text: string): string {
  const scores = [',', ';', '\t', '|'].map((delimiter) => {
    const rows = startOf(text, delimiter);
    const recognised = Math.max(0, ...rows.map((row) => mapHeader(row).columns.size));
    return { delimiter, recognised, widest: Math.max(0, ...rows.map((row) => row.cells.size)) };
  });
  scores.sort((a, b) => b.recognised - a.recognised || b.widest - a.widest);
  return scores[0]?.delimiter ?? ',';
}

/** Whether the text is a table with the column names of a question file. */
function isTable(text: string): boolean {
  return text.startsWith('sep=') || findHeader(startOf(text, bestDelimiter(text))) !== null;
}

/** Row numbers are the ones that Excel shows when it opens the file. @throws FileRefusal */
function readDelimited(text: string, sheetName: string): Sheet {
  const declared = /^sep=([^\r\n"])\r?\n/.exec(text);
  const delimiter = declared?.[1] ?? bestDelimiter(text);
  const records = readRecords(text, delimiter, '"');
  const sheet = (rows: Row[]) => ({
    name: sheetName,
    hidden: false,
    rows,
    downMerges: [],
    pictures: noPictures,
  });
  if (!records.fault) return sheet(records.rows);
  // Programs that separate values with tabs often don't escape quotation marks.
  if (delimiter === '\t') return sheet(readRecords(text, delimiter, null).rows);
  const { row, isOpen } = records.fault;
  if (!isOpen && findHeader(records.rows) === null) return sheet(records.rows); // not a table at all
  throw new FileRefusal(
    'damaged',
    isOpen
      ? `A quotation mark in row ${row} is opened and never closed, so the rows after it can't be separated. Please save the file again.`
      : `In row ${row}, text in quotation marks has a quotation mark inside. Please write that one twice (""), or save the file from Excel as .xlsx.`,
  );
}

const tableNames = /\.(csv|tsv|tab|xls|xml|html?)$/i;

export const csv = {
  id: 'delimited',
  name: 'CSV',
  counts: 'row',
  recognises({ plainText, name }) {
    if (plainText === null) return null;
    if (isTable(plainText)) return 'by-content';
    return tableNames.test(name) ? 'by-name' : null;
  },
  read: ({ plainText, title }) => ({
    are: 'sheets',
    sheets: [readDelimited(plainText ?? '', title)],
    rowsEndAtHeader: true,
  }),
} satisfies QuestionFormat;
