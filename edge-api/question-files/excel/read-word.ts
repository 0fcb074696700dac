// Reads a Word document (.docx) as a sheet: each paragraph becomes a row with one cell, and each row of a table becomes a row with its
// cells. Automatic numbers of Word become text. How letters look is never taken for an answer.
import { isVisible } from '../judge/clean-text.ts';
import type { DownMerge, Sheet, SheetCell } from '../judge/sheet.ts';
import { tooManyRows } from '../question-file.ts';
import { wordsCell } from './cells.ts';
import { lastExcelColumn, rowsLookedAt } from './read-sheet.ts';
import { type Attributes, attribute, readXml } from './read-xml.ts';
import { richTexts } from './styles.ts';
import { joinedFormula } from './word-formulas.ts';
import { type NumberOf, readNumbering, readWordStyles, type WordPart } from './word-numbering.ts';

/** Elements whose text is skipped: drawings, content for other programs, and text from before a tracked change. */
const aside =
  /^(?:drawing|pict|object|Fallback|del|moveFrom|ruby|instrText|delText|(?:p|r|tbl|tr|tc|sect)PrChange)$/;
const drawn = /^(?:drawing|pict|object)$/;
const emphasis = new Set(['b', 'i', 'u', 'strike', 'dstrike']);
/** These always matter. Bold or italic letters matter only behind plain ones, because at the beginning they are a number or a label. */
const always = new Set(['u', 'strike', 'dstrike']);
const signs = new Map([
  ['tab', '\t'],
  ['br', '\n'],
  ['cr', '\n'],
  ['noBreakHyphen', '-'],
]);

const valOf = (attributes: Attributes) => attribute(attributes, 'val');
const isOn = (attributes: Attributes) => !/^(?:0|false|off|none)$/.test(valOf(attributes) ?? '1');

type Paragraph = { style: string; list: string | undefined; level: number | undefined };
type Run = { font: string; shift: string; marks: Set<string>; hidden: boolean };
type TableCell = { column: number; merge: string | null; parts: SheetCell[] };
type OpenRow = { next: number; cells: TableCell[] };

const formulaRemark = 'A formula became plain text. Please check that it reads right.';
const hiddenRemark = 'Hidden letters were left out, as nobody sees them.';

/** Joins the paragraphs of one cell with line breaks. */
function together(parts: readonly SheetCell[]): SheetCell | undefined {
  const shown = parts.filter(({ text }) => isVisible(text));
  const firstOf = (what: 'remark' | 'font') => shown.find((part) => part[what])?.[what] ?? null;
  const text = shown.map((part) => part.text).join('\n');
  return shown[0] && { ...shown[0], text, remark: firstOf('remark'), font: firstOf('font') };
}

/**
 * @param title the name of the sheet
 * @throws FileRefusal
 */
export function readWord(
  document: WordPart,
  parts: { styles: WordPart | undefined; numbering: WordPart | undefined },
  title: string,
): Sheet[] {
  const styles = readWordStyles(parts.styles);
  const numberOf: NumberOf = readNumbering(parts.numbering, styles);
  const sheet = {
    rows: [] as Sheet['rows'],
    downMerges: [] as DownMerge[],
    pictures: new Set<number>(),
  };
  const words = richTexts();
  let place = 0;
  let skipped = 0;
  let paragraph: Paragraph | null = null;
  let run: Run | null = null;
  let letters: string | null = null;
  let isBehindPlain = false;
  let remark: string | null = null;
  let formula: ReturnType<typeof joinedFormula> | null = null;
  /** The open rows of each open table. A table inside a cell comes behind the table around it. */
  const tables: OpenRow[][] = [];
  const merged = new Map<number, DownMerge>();

  const add = (text: string, { font, shift, marks }: Run) => {
    words.open('r', {}, '');
    words.open('rFont', { val: font }, 'rPr');
    words.open('vertAlign', { val: shift }, 'rPr');
    const isMarked = [...marks].some((mark) => always.has(mark) || isBehindPlain);
    if (isMarked && isVisible(text)) words.open('b', {}, 'rPr');
    if (marks.size === 0 && /\p{L}/u.test(text)) isBehindPlain = true;
    words.open('t', {}, '');
    words.add(text);
    words.close('t');
  };
  const plain = (): Run => ({
    font: styles.fontOf(paragraph?.style ?? ''),
    shift: '',
    marks: new Set(),
    hidden: false,
  });
  const addRow = (cells: Map<number, SheetCell>) => {
    if (cells.size === 0) return;
    if (sheet.rows.length >= rowsLookedAt) throw tooManyRows();
    sheet.rows.push({ row: place, hidden: false, cells });
  };
  const endParagraph = ({ style, list, level }: Paragraph) => {
    const number = numberOf(style, list, level);
    const cell = wordsCell(words.end());
    const said = number === '' || cell.text === '' ? cell.text : `${number} ${cell.text}`;
    const read = { ...cell, text: said, remark: remark ?? cell.remark };
    const within = tables.at(-1)?.at(-1)?.cells.at(-1);
    if (within) within.parts.push(read);
    else if (isVisible(said)) addRow(new Map([[0, read]]));
  };
  const endRow = ({ cells }: OpenRow) => {
    const shown = new Map<number, SheetCell>();
    for (const { column, merge, parts: own } of cells) {
      const cell = together(own);
      if (cell && merge !== 'continue') shown.set(column, cell);
      const open = merged.get(column);
      if (merge === 'continue' && open) open.lastRow = place;
      else merged.delete(column);
      if (merge !== 'restart') continue;
      const begun = { column, firstRow: place, lastRow: place };
      merged.set(column, begun);
      sheet.downMerges.push(begun);
    }
    addRow(shown);
  };

  readXml(document.name, document.bytes, {
    open(name, attributes, parent) {
      if (skipped > 0 || aside.test(name)) {
        if (skipped++ === 0 && drawn.test(name)) sheet.pictures.add(Math.max(1, place));
        return;
      }
      const val = valOf(attributes);
      if (formula || name === 'oMath') {
        formula ??= joinedFormula();
        formula.open(name, val);
        return;
      }
      const row = tables.at(-1)?.at(-1);
      const cell = row?.cells.at(-1);
      if (name === 'tbl') tables.push([]);
      else if (name === 'tr' && tables.length > 0) {
        if (tables.length === 1) place++;
        tables.at(-1)?.push({ next: 0, cells: [] });
      } else if (name === 'gridBefore' && row) row.next += Number(val) || 0;
      else if (name === 'tc' && row) row.cells.push({ column: row.next++, merge: null, parts: [] });
      else if (name === 'gridSpan' && row && cell)
        row.next = Math.min(cell.column + (Number(val) || 1), lastExcelColumn);
      else if (name === 'vMerge' && cell) cell.merge = val ?? 'continue';
      else if (name === 'p' && !paragraph) {
        if (tables.length === 0) place++;
        paragraph = { style: '', list: undefined, level: undefined };
        remark = null;
        isBehindPlain = false;
        words.begin(false);
      } else if (!paragraph) return;
      else if (name === 'pStyle') paragraph.style = val ?? '';
      else if (name === 'numId' && parent === 'numPr') paragraph.list = val;
      else if (name === 'ilvl' && parent === 'numPr') paragraph.level = Number(val);
      else if (name === 'r') run = plain();
      else if (!run) return;
      else if (name === 't') letters = '';
      else if (name === 'rStyle') run.font = styles.fontOf(val ?? '') || run.font;
      else if (name === 'rFonts')
        run.font = attribute(attributes, 'ascii') ?? attribute(attributes, 'hAnsi') ?? run.font;
      else if (name === 'vertAlign') run.shift = val ?? '';
      else if (name === 'vanish' && isOn(attributes)) run.hidden = true;
      else if (emphasis.has(name) && parent === 'rPr') {
        if (isOn(attributes)) run.marks.add(name);
      } else if (name === 'sym') {
        const code = Number.parseInt(attribute(attributes, 'char') ?? '', 16) % 0xf000;
        add(String.fromCharCode(code || 32), { ...run, font: attribute(attributes, 'font') ?? '' });
      } else if (parent === 'r') add(signs.get(name) ?? '', run);
    },
    text(piece) {
      if (skipped > 0) return;
      if (formula) formula.text(piece);
      else if (letters !== null) letters += piece;
    },
    close(name) {
      if (skipped > 0) {
        skipped--;
        return;
      }
      if (formula) {
        const said = formula.close();
        if (said === null) return;
        formula = null;
        remark = formulaRemark;
        if (paragraph) add(said, plain());
      } else if (name === 't' && letters !== null) {
        if (run?.hidden && isVisible(letters)) remark = hiddenRemark;
        else if (run) add(letters, run);
        letters = null;
      } else if (name === 'r') run = null;
      else if (name === 'p' && paragraph) {
        endParagraph(paragraph);
        paragraph = null;
      } else if (name === 'tr') {
        const row = tables.at(-1)?.pop();
        if (tables.length === 1 && row) endRow(row);
        // The text of a table inside a cell belongs to that cell.
        else if (row)
          tables
            .at(-2)
            ?.at(-1)
            ?.cells.at(-1)
            ?.parts.push(...row.cells.flatMap(({ parts: own }) => together(own) ?? []));
      } else if (name === 'tbl') {
        tables.pop();
        merged.clear();
      }
    },
  });
  return [{ name: title, hidden: false, ...sheet, isText: true }];
}
