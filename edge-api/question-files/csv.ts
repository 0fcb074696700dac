// Delimited text as Excel writes and opens it: comma, semicolon or tab.
import type { QuestionFormat } from './format.ts';
import { cleanText, isVisible } from './judge/clean-text.ts';
import { findHeader, mapHeader } from './judge/map-header.ts';
import { type Row, type Sheet, textCell } from './judge/sheet.ts';
import { FileRefusal, limits, tooManyRows } from './question-file.ts';

/** Where a quoted value begins: people put spaces before it, which Excel doesn't. -1 where none does. */
function quoteAt(text: string, from: number, delimiter: string): number {
  let at = from;
  while (text[at] === ' ' && delimiter !== '\t') at++;
  return text[at] === '"' ? at : -1;
}

type Records = { rows: Row[]; openQuote: number | null };

function readRecords(text: string, delimiter: string, quoting: boolean, mostRows: number): Records {
  const rows: Row[] = [];
  let row = 0;
  let at = 0;
  let openQuote: number | null = null;
  while (at < text.length && rows.length < mostRows) {
    row++;
    const cells = new Map<number, ReturnType<typeof textCell>>();
    for (let column = 0; ; column++) {
      let value = '';
      const quote = quoting ? quoteAt(text, at, delimiter) : -1;
      if (quote !== -1) {
        at = quote + 1;
        for (;;) {
          const close = text.indexOf('"', at);
          if (close === -1) {
            openQuote ??= row;
            value += text.slice(at);
            at = text.length;
            break;
          }
          value += text.slice(at, close);
          at = close + 1;
          if (text[at] !== '"') break;
          value += '"';
          at++;
        }
      }
      const start = at;
      while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r')
        at++;
      const shown = cleanText(value + text.slice(start, at));
      if (isVisible(shown)) cells.set(column, textCell(shown));
      if (text[at] !== delimiter) break;
      at++;
    }
    if (text[at] === '\r') at++;
    if (text[at] === '\n') at++;
    if (cells.size > 0) rows.push({ row, hidden: false, cells });
  }
  return { rows, openQuote };
}

const startOf = (text: string, delimiter: string) =>
  readRecords(text.slice(0, 200_000), delimiter, true, 50).rows;

function bestDelimiter(text: string): string {
  const scores = [',', ';', '\t'].map((delimiter) => {
    const rows = startOf(text, delimiter);
    const recognised = Math.max(0, ...rows.map((row) => mapHeader(row).columns.size));
    return { delimiter, recognised, widest: Math.max(0, ...rows.map((row) => row.cells.size)) };
  });
  scores.sort((a, b) => b.recognised - a.recognised || b.widest - a.widest);
  return scores[0]?.delimiter ?? ',';
}

/** Whether this is a table with the column names of a question file, and not another kind of text. */
function isTable(text: string): boolean {
  return text.startsWith('sep=') || findHeader(startOf(text, bestDelimiter(text))) !== null;
}

/** Row numbers are those Excel shows when it opens the file. Throws FileRefusal. */
function readDelimited(text: string, sheetName: string): Sheet {
  const declared = /^sep=([^\r\n])\r?\n/.exec(text);
  const delimiter = declared?.[1] ?? bestDelimiter(text);
  const most = limits.rows + 10_001;
  let records = readRecords(text, delimiter, true, most);
  if (records.openQuote !== null) {
    // Programs that export tabs often leave quotation marks as they are.
    if (delimiter !== '\t') {
      throw new FileRefusal(
        'damaged',
        `A quotation mark in row ${records.openQuote} is opened and never closed, so the rows after it can't be declared apart.`,
      );
    }
    records = readRecords(text, delimiter, false, most);
  }
  if (records.rows.length >= most) throw tooManyRows();
  return { name: sheetName, hidden: false, rows: records.rows, downMerges: [] };
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
