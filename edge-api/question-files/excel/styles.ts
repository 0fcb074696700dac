// The styles of cells in a workbook, as far as they change what a reader understands: number formats, fonts and struck-out letters.
import { SSF } from 'xlsx';
import { shiftAll } from '../judge/clean-text.ts';
import { FileRefusal, limits } from '../question-file.ts';
import { type Attributes, damagedBy, readXml } from './read-xml.ts';

// Fonts that show other characters than the file holds. Fonts of Indian scripts from before Unicode draw Devanagari, Tamil … in place of
// Latin letters, and symbol fonts draw α or ☺. What the reader sees is not in the file's text.

/** The beginnings of the names of such fonts, in lower case without spaces and signs. */
const indian = [
  ...'krutidev devlys devlis walkmanchanakya chanakya shusha susha kundli akruti bhaskar shivaji0 naidunia'.split(
    ' ',
  ),
  ...'dvtt dvbtt dvbwtt dvmtt dvott dvwtt dvsoft apsdv apscdv 4cgandhi xdvng sanskrit99 kfkiran kiran'.split(
    ' ',
  ),
  ...'amarujala preeti agrathin agranormal shreelipi shreedev shreetel shreetam shreeguj shreekan shreeban'.split(
    ' ',
  ),
  ...'shreemal shreeori shreepun shreepud lmgarun lmg gopika terafont harikrishna saumil'.split(
    ' ',
  ),
  ...'bamini baamini tscu tamelango tabelango vanavil senthamil kalaham amudham elcotbamini stmzh'.split(
    ' ',
  ),
  ...'anupama anuscript anupriya eenadu vaartha tikkana hemalatha nudi brhkannada brhdev brhtel'.split(
    ' ',
  ),
  ...'brhmal brhtam mltt mlbtt mlwtt fml thoolika sutonny sulekha anmollipi asees gurbanilipi'.split(
    ' ',
  ),
  ...'satluj drchatrik marathikanak marathivijay marathitirkas'.split(' '),
];
/** Unicode fonts whose names begin in the same way. */
const unicode = ['shreedevanagari', 'sutonnyomj', 'nudiuni', 'nudiparijatha', 'akrutiunicode'];

const pictures = ['wingdings', 'webdings', 'zapfdingbats', 'itczapfdingbats', 'marlett', 'mtextra'];

type ForeignFont = {
  name: string;
  /** Matches a character that the font shows as another one. Most of these fonts show digits and arithmetic signs unchanged. */
  signs: RegExp;
};

export function foreignFont(name: string): ForeignFont | null {
  const bare = name.toLowerCase().replace(/[^a-z\d]/g, '');
  const begins = (beginning: string) => bare.startsWith(beginning);
  if (pictures.some(begins)) return { name, signs: /\S/ };
  const isForeign = indian.some(begins) || /^(?:agra(?:bold)?|symbol(?:mt|ps)?)$|mj$/.test(bare);
  return isForeign && !unicode.some(begins) ? { name, signs: /[a-z\u00a1-\u00ff]/i } : null;
}

// Numbers as Excel shows them. The library knows Excel's formats and applies them. Dates in Excel's short format are shown as in India.

export type NumberFormat = {
  isDate: boolean;
  isGeneral: boolean;
  /** The text that Excel shows for a number; null when the format is not known. */
  show(value: number): string | null;
  /** The date as YYYY-MM-DD; null for a time of day. */
  dayOf(value: number): string | null;
};

export const shortDate = 'dd-mm-yyyy';
const SHORT_DATE_ID = 14;

/** Ids of date formats in East Asian and Thai Excel, which are missing in the library's table. */
const isFarDate = (id: number) =>
  (id >= 27 && id <= 36) || (id >= 50 && id <= 58) || id === 71 || id === 72;

function isDateFormat(code: unknown): boolean {
  const answer: unknown = typeof code === 'string' && SSF.is_date(code);
  return answer === true;
}

/** The code of a format by its number; the number itself when only the library knows the code. */
function codeOf(id: number, own: ReadonlyMap<number, string>): string | number {
  const table: Readonly<Record<number, unknown>> = SSF.get_table();
  const code = id === SHORT_DATE_ID ? shortDate : (own.get(id) ?? table[id]);
  if (typeof code === 'string') return code;
  return isFarDate(id) ? shortDate : id;
}

/** A language without a currency, as in [$-4009], for which the library would show a dollar sign. */
const language = /\[\$-[^[\]]*\]/g;
/** Grouping by lakhs and crores, as in #,##,##0. The library groups by thousands only. */
const lakhs = /,[#0]{2}(?=,[#0]{2,3})/g;
const hasCondition = /\[[<>=]/;
/** The library reads any code that begins with General as plain General, and loses the unit of General" kg". */
const generalUnit = /^General(?=[^;]+$)/i;

const groupedInLakhs = (shown: string) =>
  shown.replace(/\d{1,3}(?:,\d{3})+/, (digits) =>
    BigInt(digits.replaceAll(',', '')).toLocaleString('en-IN'),
  );

/** @param date1904 whether days count from 1904, as in workbooks from old Macs */
function dayFrom(value: number, date1904: boolean): string | null {
  const { y = 0, m = 0, d = 0 } = SSF.parse_date_code(value, { date1904 }) ?? {};
  const two = (part: number) => String(part).padStart(2, '0');
  return value < 1 || d === 0 ? null : `${y}-${two(m)}-${two(d)}`;
}

export function toFormat(said: string | number, date1904: boolean): NumberFormat {
  const code =
    typeof said === 'string'
      ? said.replace(language, '').replace(lakhs, '').replace(generalUnit, '""$&')
      : said;
  const inLakhs = typeof said === 'string' && said.search(lakhs) !== -1;
  return {
    isDate: isDateFormat(code),
    isGeneral: code === 'General',
    dayOf: (value) => dayFrom(value, date1904),
    show(value) {
      try {
        const shown = String(SSF.format(code, value, { date1904, dateNF: shortDate }));
        // When a code has two parts with conditions, the library applies the second one without the minus sign.
        const lostSign = value < 0 && hasCondition.test(String(code)) && /^\d/.test(shown);
        return `${lostSign ? '-' : ''}${inLakhs ? groupedInLakhs(shown) : shown}`;
      } catch {
        return null;
      }
    },
  };
}

const general = toFormat('General', false);

export type CellStyle = { format: NumberFormat; font: ForeignFont | null; struck: boolean };

export const plainStyle: CellStyle = { format: general, font: null, struck: false };

/** In characters. Excel allows no longer number format. */
const longestFormat = 255;

/**
 * The styles in order; a cell refers to its style by the index.
 * @throws FileRefusal
 */
export function readStyles(part: string, bytes: Uint8Array, date1904: boolean): CellStyle[] {
  const own = new Map<number, string>();
  const fonts: Pick<CellStyle, 'font' | 'struck'>[] = [];
  const cells: { format: number; font: number }[] = [];
  let font: Pick<CellStyle, 'font' | 'struck'> | null = null;
  readXml(part, bytes, {
    open(name, attributes, parent) {
      const { numFmtId, fontId, formatCode = '', val = '' } = attributes;
      if (name === 'numFmt' && parent === 'numFmts') {
        if (formatCode.length > longestFormat)
          throw damagedBy(`a number format is longer than ${longestFormat} characters`);
        own.set(Number(numFmtId), formatCode);
      }
      if (name === 'font' && parent === 'fonts') {
        font = { font: null, struck: false };
        fonts.push(font);
      }
      if (font && parent === 'font' && name === 'name') font.font = foreignFont(val);
      if (font && parent === 'font' && name === 'strike') font.struck = isMark(attributes);
      if (name === 'xf' && parent === 'cellXfs')
        cells.push({ format: Number(numFmtId ?? 0), font: Number(fontId ?? 0) });
    },
    close(name) {
      if (name === 'fonts') font = null;
    },
  });
  const formats = new Map<number, NumberFormat>();
  const formatOf = (id: number) => {
    const format = formats.get(id) ?? toFormat(codeOf(id, own), date1904);
    formats.set(id, format);
    return format;
  };
  return cells.map((cell) => ({
    format: formatOf(cell.format),
    ...(fonts[cell.font] ?? { font: null, struck: false }),
  }));
}

// Texts of a workbook. Runs of letters, each with its own look, are joined into one text. Phonetic guides for Japanese are left out.

export type StyledText = {
  text: string;
  /** Whether some letters are bold, italic, underlined or struck out, or raised or lowered without a Unicode character for it. */
  marked: boolean;
  /** The font of some letters, if it shows other characters than the file holds. */
  font: string | null;
};

const marks = new Set(['b', 'i', 'u', 'strike']);
const off = new Set(['0', 'false', 'none']);

/** Whether an element such as <strike/> is switched on. */
const isMark = ({ val = '1' }: Attributes) => !off.has(val);

/** In characters. A character that XML can't hold takes seven, as in _x000B_. The judge refuses a text that was cut here. */
const longestRaw = 8 * limits.textLength;

/** Excel writes a character that XML can't hold as _x000B_, and puts _x005F_ in front of a text that only looks like this. */
export function unescaped(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([\da-f]{4})_/gi, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;
}

type Run = { shift: 'sup' | 'sub' | null; marked: boolean; font: ForeignFont | null };
const plainRun: Run = { shift: null, marked: false, font: null };

/** Collects one text after another from the elements inside <si>, <is> and <v>. */
export function richTexts() {
  let gathered: StyledText = { text: '', marked: false, font: null };
  let run: Run = plainRun;
  /** The letters of the open element; null when that element holds no letters. */
  let letters: string | null = null;

  const endText = () => {
    if (letters === null) return;
    const text = unescaped(letters);
    const shifted = run.shift && shiftAll(text, run.shift);
    gathered.text += shifted ?? text;
    if (run.marked || (run.shift && !shifted)) gathered.marked = true;
    if (run.font?.signs.test(text)) gathered.font = run.font.name;
    letters = null;
  };
  return {
    /** @param plain whether the element itself holds the letters, and not an element inside it */
    begin(plain: boolean) {
      gathered = { text: '', marked: false, font: null };
      run = plainRun;
      letters = plain ? '' : null;
    },
    open(name: string, attributes: Attributes, parent: string) {
      if (name === 'r') run = { ...plainRun };
      if (name === 't' && parent !== 'rPh') letters = '';
      if (parent !== 'rPr') return;
      const { val } = attributes;
      if (name === 'rFont') run.font = foreignFont(val ?? '');
      if (name === 'vertAlign' && val === 'superscript') run.shift = 'sup';
      if (name === 'vertAlign' && val === 'subscript') run.shift = 'sub';
      if (marks.has(name) && isMark(attributes)) run.marked = true;
    },
    add(piece: string) {
      if (letters !== null && gathered.text.length + letters.length < longestRaw) letters += piece;
    },
    close(name: string) {
      if (name === 't') endText();
      if (name === 'r') run = plainRun;
    },
    end(): StyledText {
      endText();
      return gathered;
    },
  };
}

/** The largest bank that can be uploaded has half as many. A file with more is made to cost time and memory. */
const mostTexts = 1_000_000;

/** @throws FileRefusal */
export function readSharedTexts(part: string, bytes: Uint8Array): StyledText[] {
  const texts: StyledText[] = [];
  const words = richTexts();
  readXml(part, bytes, {
    open(name, attributes, parent) {
      if (name === 'si') words.begin(false);
      else words.open(name, attributes, parent);
    },
    text: words.add,
    close(name) {
      if (name === 'si' && texts.push(words.end()) > mostTexts)
        throw new FileRefusal(
          'too-large',
          'This file has more than a million texts. Please split it into smaller files.',
        );
      if (name !== 'si') words.close(name);
    },
  });
  return texts;
}
