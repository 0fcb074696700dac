// HTML tables that programs name .xls. As in Excel, each table of the page is a sheet. The HTML is read as browsers read it; a table inside
// a cell is part of the cell's text.
import { Parser } from 'htmlparser2';
import { deepestMarkup, htmlToText, tooDeep } from '../html-to-text.ts';
import { cleanText, isVisible } from '../judge/clean-text.ts';
import {
  type DownMerge,
  noPictures,
  type Sheet,
  type SheetCell,
  textCell,
} from '../judge/sheet.ts';
import { FileRefusal, limits, tooManyRows } from '../question-file.ts';

const rowsLookedAt = limits.rows + 10_000;
const lastExcelRow = 1_048_576;
const lastExcelColumn = 16_384;
/** More tables than this is one for each question, which nobody makes. */
const mostTables = 1_000;

type Attributes = Readonly<Record<string, string>>;

function toCell(markup: string): SheetCell {
  if (!/[<&]/.test(markup)) return textCell(cleanText(markup.replace(/\s+/g, ' ')));
  const read = htmlToText(markup);
  if (!read) return textCell(markup); // longer than any question may be; the judge reports it
  return { ...textCell(cleanText(read.text)), remark: read.lost.join(' ') || null };
}

const isHidden = ({ style = '', hidden }: Attributes) =>
  hidden !== undefined || /display\s*:\s*none/i.test(style);

/** How many columns or rows a cell takes up; 1 when the attribute is missing or not a number. */
function span(said: string | undefined, most: number): number {
  const number = Number.parseInt(said ?? '', 10);
  return number > 1 ? Math.min(number, most) : 1;
}

type Open = { column: number; from: number };

/** @throws FileRefusal too-many-rows, too-large, damaged */
export function readHtmlTables(text: string): Sheet[] {
  const sheets: (Sheet & { downMerges: DownMerge[] })[] = [];
  let depth = 0;
  let elements = 0;
  let row = 0;
  let isRowOpen = false;
  let column = 0;
  let hidden = false;
  let cells = new Map<number, SheetCell>();
  /** For each column, the last row that a merged cell from above reaches down to. */
  const reached = new Uint32Array(lastExcelColumn);
  let open: Open | null = null;

  const endCell = (at: number) => {
    if (open && open.column < lastExcelColumn) {
      const cell = toCell(text.slice(open.from, at));
      if (isVisible(cell.text)) cells.set(open.column, cell);
    }
    open = null;
  };
  const endRow = (at: number) => {
    endCell(at);
    if (cells.size > 0) sheets.at(-1)?.rows.push({ row, hidden, cells });
    cells = new Map();
    isRowOpen = false;
  };
  const beginRow = (attributes: Attributes) => {
    if (++row > rowsLookedAt) throw tooManyRows();
    isRowOpen = true;
    column = 0;
    hidden = isHidden(attributes);
  };
  const beginCell = (from: number, { colspan, rowspan }: Attributes) => {
    if (!isRowOpen) beginRow({});
    while ((reached[column] ?? 0) >= row) column++;
    open = { column, from };
    const width = span(colspan, lastExcelColumn);
    const lastRow = row + span(rowspan, lastExcelRow) - 1;
    if (lastRow > row) {
      sheets.at(-1)?.downMerges.push({ column, firstRow: row, lastRow });
      reached.fill(lastRow, column, column + width);
    }
    column += width;
  };

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (++elements > deepestMarkup) throw tooDeep();
        if (name === 'table' && depth++ === 0) {
          if (sheets.length === mostTables)
            throw new FileRefusal(
              'too-large',
              `This page has more than ${mostTables.toLocaleString('en-IN')} tables. Please put its questions into one table and upload it again.`,
            );
          const title = `Sheet${sheets.length + 1}`;
          sheets.push({
            name: title,
            hidden: false,
            rows: [],
            downMerges: [],
            pictures: noPictures,
          });
          row = 0;
          reached.fill(0);
        }
        if (depth !== 1) return;
        if (name === 'tr') {
          endRow(parser.startIndex);
          beginRow(attributes);
        }
        if (name === 'td' || name === 'th') {
          endCell(parser.startIndex);
          beginCell(parser.endIndex + 1, attributes);
        }
      },
      onclosetag(name) {
        elements--;
        if (depth === 1 && (name === 'td' || name === 'th')) endCell(parser.startIndex);
        if (depth === 1 && (name === 'tr' || name === 'table')) endRow(parser.startIndex);
        if (name === 'table' && depth > 0) depth--;
      },
    },
    { decodeEntities: true },
  );
  parser.end(text);
  return sheets;
}
