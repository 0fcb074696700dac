// XML Spreadsheet 2003, which programs name .xls. It is read like an .xlsx: row and column numbers are checked, values are as Excel shows
// them, and formulas are never calculated.
import { isVisible } from '../judge/clean-text.ts';
import {
  type DownMerge,
  noPictures,
  type Row,
  type Sheet,
  type SheetCell,
} from '../judge/sheet.ts';
import { limits, tooManyRows } from '../question-file.ts';
import {
  errorCell,
  flagCell,
  formulaWithoutValue,
  inStyle,
  numberCell,
  wordsCell,
} from './cells.ts';
import { dayOf, lastExcelColumn, lastExcelRow } from './read-sheet.ts';
import { type Attributes, attribute, damagedBy, isOn, readXml, sheetNameOf } from './read-xml.ts';
import {
  type CellStyle,
  foreignFont,
  plainStyle,
  richTexts,
  type StyledText,
  shortDate,
  toFormat,
} from './styles.ts';

/** Number formats that have names in this kind of file. */
const named: Readonly<Record<string, string>> = {
  'General Number': 'General',
  'General Date': `${shortDate} hh:mm`,
  'Long Date': 'dddd, mmmm dd, yyyy',
  'Medium Date': 'd-mmm-yy',
  'Short Date': shortDate,
  'Long Time': 'h:mm:ss AM/PM',
  'Medium Time': 'h:mm AM/PM',
  'Short Time': 'h:mm',
  Currency: '"₹" #,##0.00',
  'Euro Currency': '[$€-2] #,##0.00',
  Fixed: '0.00',
  Standard: '#,##0.00',
  Percent: '0.00%',
  Scientific: '0.00E+00',
  'Yes/No': '"Yes";"Yes";"No"',
  'True/False': '"True";"True";"False"',
  'On/Off': '"On";"On";"Off"',
};

/** The elements that style letters in this kind of file, and the elements for the same in an .xlsx. */
const looks: Readonly<Record<string, [name: string, attributes: Attributes]>> = {
  B: ['b', {}],
  I: ['i', {}],
  U: ['u', {}],
  S: ['strike', {}],
  Sup: ['vertAlign', { val: 'superscript' }],
  Sub: ['vertAlign', { val: 'subscript' }],
};

type CellElement = { style: string; type: string; hasFormula: boolean; said: StyledText | null };

function toCell({ type, hasFormula, said }: CellElement, { format }: CellStyle): SheetCell | null {
  if (!said) return hasFormula ? formulaWithoutValue : null;
  const value = said.text.trim();
  switch (type) {
    case 'Number':
      return value === '' ? null : numberCell(Number(value), format);
    case 'DateTime':
      return numberCell(dayOf(value, false), format);
    case 'Boolean':
      return flagCell(isOn(value));
    case 'Error':
      return errorCell(value);
    default:
      return wordsCell(said);
  }
}

const numberIn = (attributes: Attributes, name: string) => Number(attribute(attributes, name) ?? 0);

/** @throws FileRefusal */
export function readSpreadsheetXml(text: string): Sheet[] {
  const sheets: (Sheet & { rows: Row[]; downMerges: DownMerge[] })[] = [];
  const styles = new Map<string, CellStyle>();
  const words = richTexts();
  /** The styling elements that are open. Each change begins a new run of letters. */
  let around: [string, Attributes][] = [];
  let style = '';
  let row = { row: 0, hidden: false, cells: new Map<number, SheetCell>() };
  let rowStyle = '';
  let rowSpan = 0;
  let column = -1;
  let width = 1;
  let told: CellElement | null = null;
  let filledRows = 0;

  const styleOf = (id: string) => styles.get(id) ?? styles.get('Default') ?? plainStyle;
  const beginStyle = (attributes: Attributes) => {
    style = attribute(attributes, 'ID') ?? '';
    styles.set(style, { ...styleOf(attribute(attributes, 'Parent') ?? 'Default') });
  };
  const changeStyle = (change: Partial<CellStyle>) =>
    styles.set(style, { ...styleOf(style), ...change });
  const beginRun = () => {
    words.open('r', {}, '');
    for (const [name, attributes] of around) words.open(name, attributes, 'rPr');
    words.open('t', {}, 'r');
  };
  const beginRow = (attributes: Attributes) => {
    const number = numberIn(attributes, 'Index') || row.row + rowSpan + 1;
    if (number <= row.row || number > lastExcelRow)
      throw damagedBy(`it has a row with the number ${number}`);
    rowSpan = numberIn(attributes, 'Span');
    row = { row: number, hidden: isOn(attribute(attributes, 'Hidden')), cells: new Map() };
    rowStyle = attribute(attributes, 'StyleID') ?? '';
    column = -1;
    width = 1;
  };
  const beginCell = (attributes: Attributes) => {
    const place = numberIn(attributes, 'Index');
    const next = place ? place - 1 : column + width;
    if (next <= column || next >= lastExcelColumn)
      throw damagedBy(`it has a cell with the number ${next + 1} in row ${row.row}`);
    column = next;
    width = numberIn(attributes, 'MergeAcross') + 1;
    const down = numberIn(attributes, 'MergeDown');
    if (down > 0)
      sheets.at(-1)?.downMerges.push({ column, firstRow: row.row, lastRow: row.row + down });
    told = {
      style: attribute(attributes, 'StyleID') ?? rowStyle,
      type: 'String',
      hasFormula: attribute(attributes, 'Formula') !== undefined,
      said: null,
    };
  };
  const endCell = (cell: CellElement) => {
    const look = styleOf(cell.style);
    const read = toCell(cell, look);
    told = null;
    if (!read || !isVisible(read.text)) return;
    if (row.cells.size === 0 && ++filledRows > limits.rows + 10_000) throw tooManyRows();
    row.cells.set(column, inStyle(read, look));
  };

  let isData = false;
  readXml('Workbook', Buffer.from(text), {
    open(name, attributes, parent) {
      if (isData) {
        const face = attribute(attributes, 'Face');
        around.push(looks[name] ?? ['rFont', face === undefined ? {} : { val: face }]);
        words.close('t');
        return beginRun();
      }
      if (name === 'Style') beginStyle(attributes);
      if (name === 'NumberFormat' && parent === 'Style') {
        const code = attribute(attributes, 'Format') ?? 'General';
        changeStyle({ format: toFormat(named[code] ?? code, false) });
      }
      if (name === 'Font' && parent === 'Style')
        changeStyle({
          font: foreignFont(attribute(attributes, 'FontName') ?? ''),
          struck: isOn(attribute(attributes, 'StrikeThrough')),
        });
      if (name === 'Worksheet') {
        const title = sheetNameOf(attribute(attributes, 'Name') ?? `Sheet${sheets.length + 1}`);
        sheets.push({ name: title, hidden: false, rows: [], downMerges: [], pictures: noPictures });
        row = { row: 0, hidden: false, cells: new Map() };
        rowSpan = 0;
      }
      if (name === 'Row' && parent === 'Table') beginRow(attributes);
      if (name === 'Cell' && parent === 'Row') beginCell(attributes);
      if (name === 'Data' && parent === 'Cell' && told) {
        told.type = attribute(attributes, 'Type') ?? 'String';
        isData = true;
        around = [];
        words.begin(false);
        beginRun();
      }
      if (name === 'Visible' && parent === 'WorksheetOptions') words.begin(true);
    },
    text: (piece) => words.add(piece),
    close(name) {
      if (isData && around.length > 0) {
        around.pop();
        words.close('t');
        return beginRun();
      }
      if (isData && told) {
        told.said = words.end();
        isData = false;
      } else if (name === 'Cell' && told) endCell(told);
      const sheet = sheets.at(-1);
      if (name === 'Row' && row.cells.size > 0) sheet?.rows.push(row);
      if (name === 'Visible' && sheet && words.end().text.startsWith('Sheet')) sheet.hidden = true;
    },
  });
  return sheets;
}
