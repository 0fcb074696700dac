// OpenDocument spreadsheets (.ods), as LibreOffice writes them. Each cell holds the text that is shown.
import { isVisible } from '../judge/clean-text.ts';
import type { DownMerge, HiddenColumns, Sheet, SheetCell } from '../judge/sheet.ts';
import { passwordProtected, tooManyRows, wrongKind } from '../question-file.ts';
import { errorCell, formulaWithoutValue, inStyle, wordsCell } from './cells.ts';
import { lastExcelColumn, lastExcelRow, rowsLookedAt } from './read-sheet.ts';
import { type Attributes, damagedBy, readXml, sheetNameOf } from './read-xml.ts';
import { foreignFont, plainStyle, richTexts } from './styles.ts';

/** Cells of all sheets. A repeated cell counts as often as it is repeated. */
const mostCells = 5_000_000;
const marks = ['font-weight', 'font-style', 'text-underline-style', 'text-line-through-style'];
/** Drawings and controls that lie over the cells. */
const drawn = /^(?:frame|g|custom-shape|rect|line|polyline|path|ellipse|circle|control)$/;

const bare = (attributes: Attributes): Attributes =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [name.slice(name.indexOf(':') + 1), value]),
  );
const times = (repeated = '1') => Math.max(1, Math.min(Number(repeated) || 1, lastExcelRow));

/** "super 58%" and "33% 58%" raise letters, "sub 58%" and "-8% 58%" lower them. LibreOffice writes numbers for text from an .xlsx. */
function shiftOf(position: string): string {
  const height = Number.parseFloat(position);
  if (height > 0 || position.startsWith('super')) return 'superscript';
  return height < 0 || position.startsWith('sub') ? 'subscript' : 'baseline';
}

/** Returns a function that looks up a property of a style; if the style doesn't have it, the style it is based on may. */
function stylesOf(parts: [string, Uint8Array][]) {
  const styles = new Map<string, Record<string, string>>();
  let open: Record<string, string> | null = null;
  for (const [part, bytes] of parts)
    readXml(part, bytes, {
      open(name, attributes) {
        if (name === 'style') {
          open = bare(attributes);
          styles.set(open.name ?? '', open);
        } else if (open && /^(?:text|table)-properties$/.test(name))
          Object.assign(open, bare(attributes));
      },
      close(name) {
        if (name === 'style') open = null;
      },
    });
  return (style: string, property: string): string => {
    let at = styles.get(style);
    for (let depth = 0; at && at[property] === undefined && depth < 20; depth++)
      at = styles.get(at['parent-style-name'] ?? '');
    return at?.[property] ?? '';
  };
}

function toCell(said: Attributes, words: SheetCell): SheetCell {
  const { 'value-type': type, value, 'date-value': date, formula } = said;
  if (formula && /^(?:#[A-Z]|Err:\d)/.test(words.text)) return errorCell(words.text);
  if (formula && type === undefined && words.text === '') return formulaWithoutValue;
  if (type === 'date') return { ...words, kind: 'date', day: date?.slice(0, 10) ?? null };
  return value === undefined ? words : { ...words, kind: 'number', value: Number(value) };
}

type Open = Sheet & {
  pictures: Set<number>;
  hiddenColumns: HiddenColumns[];
  downMerges: DownMerge[];
};

/** @throws FileRefusal */
export function readOpenDocument(xml: ReadonlyMap<string, Uint8Array>): Sheet[] {
  const parts = [...xml].filter(([name]) => name === 'content.xml' || name === 'styles.xml');
  const manifest = Buffer.from(xml.get('META-INF/manifest.xml') ?? []);
  if (manifest.includes('encryption-data')) throw passwordProtected();
  const look = stylesOf(parts);
  const fontOf = (style: string) =>
    foreignFont(look(style, 'font-name') || look(style, 'font-family'));
  const isOf = (style: string, property: string) =>
    !/^(?:none|normal|)$/.test(look(style, property));
  const words = richTexts();
  const spans: string[] = [];
  const sheets: Open[] = [];
  let root = '';
  let sheet: Open | undefined;
  let row = { row: 0, hidden: false, repeated: 1, cells: new Map<number, SheetCell>() };
  let column = 0;
  let columns = 0;
  let cell: { said: Attributes; lines: number } | null = null;
  let filled = { rows: 0, cells: 0 };
  /** How many open elements inside a cell have text that isn't the cell's own, such as a comment or a picture. */
  let aside = 0;

  const add = (text: string) => {
    const style = spans.at(-1) ?? '';
    words.open('r', {}, '');
    words.open('rFont', { val: fontOf(style)?.name ?? '' }, 'rPr');
    words.open('vertAlign', { val: shiftOf(look(style, 'text-position')) }, 'rPr');
    if (marks.some((mark) => isOf(style, mark))) words.open('b', {}, 'rPr');
    words.open('t', {}, '');
    words.add(text);
    words.close('t');
  };
  const endCell = (said: Attributes) => {
    const style = said['style-name'] ?? '';
    const read = toCell(said, wordsCell(words.end()));
    const struck = isOf(style, 'text-line-through-style');
    const shown = inStyle(read, { ...plainStyle, font: fontOf(style), struck });
    const [first, rows] = [column, times(said['number-rows-spanned'])];
    column += times(said['number-columns-repeated']);
    if (!isVisible(shown.text)) return;
    if (column > lastExcelColumn) throw damagedBy(`its row ${row.row} has too many cells`);
    for (let at = first; at < column; at++) row.cells.set(at, shown);
    if (rows > 1)
      sheet?.downMerges.push({ column: first, firstRow: row.row, lastRow: row.row + rows - 1 });
  };
  const endRow = ({ repeated, cells, ...told }: typeof row) => {
    row.row += repeated - 1;
    if (cells.size === 0) return;
    filled = { rows: filled.rows + repeated, cells: filled.cells + repeated * cells.size };
    if (filled.rows > rowsLookedAt || filled.cells > mostCells) throw tooManyRows();
    for (let at = 0; at < repeated; at++) sheet?.rows.push({ ...told, row: told.row + at, cells });
  };

  readXml('content.xml', xml.get('content.xml') ?? new Uint8Array(), {
    open(name, attributes, parent) {
      const said = bare(attributes);
      if (parent === 'body') root = name;
      if (name === 'table' && parent === 'spreadsheet') {
        const hidden = look(said['style-name'] ?? '', 'display') === 'false';
        const none = { rows: [], downMerges: [], pictures: new Set<number>(), hiddenColumns: [] };
        sheet = { name: sheetNameOf(said.name ?? ''), hidden, ...none };
        sheets.push(sheet);
        row = { ...row, row: 0 };
        columns = 0;
      } else if (!sheet) return;
      else if (aside > 0 || name === 'shapes' || name === 'annotation' || drawn.test(name)) {
        if (drawn.test(name)) sheet.pictures.add(Math.max(1, row.row));
        aside++;
      } else if (name === 'table-column') {
        const first = columns;
        columns += times(said['number-columns-repeated']);
        if (/collapse|filter/.test(said.visibility ?? ''))
          sheet.hiddenColumns.push([first, columns - 1]);
      } else if (name === 'table-row') {
        if (cell || row.row >= lastExcelRow)
          throw damagedBy(`a row stands in or below its row ${row.row}`);
        const hidden = /collapse|filter/.test(said.visibility ?? '');
        row = {
          row: row.row + 1,
          hidden,
          repeated: times(said['number-rows-repeated']),
          cells: new Map(),
        };
        column = 0;
      } else if (name.endsWith('table-cell')) {
        cell = { said, lines: 0 };
        words.begin(false);
      } else if (!cell) return;
      else if (name === 'p' && cell.lines++ > 0) add('\n');
      else if (name === 'span') spans.push(said['style-name'] ?? '');
      else if (name === 's') add(' '.repeat(Math.min(times(said.c), 1_000)));
      else if (name === 'tab') add('\t');
      else if (name === 'line-break') add('\n');
    },
    text(piece) {
      if (cell && aside === 0 && cell.lines > 0) add(piece.replace(/\s+/g, ' '));
    },
    close(name) {
      if (aside > 0) aside--;
      else if (name === 'span') spans.pop();
      else if (name === 'covered-table-cell')
        column += times(cell?.said['number-columns-repeated']);
      else if (name === 'table-cell' && cell) endCell(cell.said);
      else if (name === 'table-row' && sheet) endRow(row);
      if (name.endsWith('table-cell') && aside === 0) cell = null;
    },
  });
  if (root !== 'spreadsheet')
    throw wrongKind(
      'This is an OpenDocument text, drawing or presentation. A text can be saved as .docx.',
    );
  return sheets;
}
