// How the cells of a workbook look, as far as that changes what a reader sees: number formats, fonts, letters struck out.
import { SSF } from 'xlsx';
import { shiftAll } from '../judge/clean-text.ts';
import { FileRefusal, limits } from '../question-file.ts';
import { type Attributes, damagedBy, readXml } from './read-xml.ts';

// Fonts that show other signs than the file holds: those of Indian scripts from before Unicode draw Devanagari, Tamil …
// in place of Latin letters, and those of symbols draw α or ☺. What a reader sees there is nowhere in the text.

/** How the names of such fonts begin, in small letters without spaces and signs. */
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
/** Unicode fonts whose names begin so too. */
const unicode = ['shreedevanagari', 'sutonnyomj', 'nudiuni', 'nudiparijatha', 'akrutiunicode'];

const pictures = ['wingdings', 'webdings', 'zapfdingbats', 'itczapfdingbats', 'marlett', 'mtextra'];

type ForeignFont = {
  name: string;
  /** Finds a sign that looks otherwise. Digits and signs of arithmetic are themselves in most of these fonts. */
  signs: RegExp;
};

export function foreignFont(name: string): ForeignFont | null {
  const bare = name.toLowerCase().replace(/[^a-z\d]/g, '');
  const begins = (beginning: string) => bare.startsWith(beginning);
  if (pictures.some(begins)) return { name, signs: /\S/ };
  const isForeign = indian.some(begins) || /^(?:agra(?:bold)?|symbol(?:mt|ps)?)$|mj$/.test(bare);
  return isForeign && !unicode.some(begins) ? { name, signs: /[a-z\u00a1-\u00ff]/i } : null;
}

// Numbers as Excel shows them. The library knows Excel's formats and how each is written out; dates are in the short
// form of India.

export type NumberFormat = {
  isDate: boolean;
  isGeneral: boolean;
  /** What Excel shows of a number; null where the format is none that is known. */
  show(value: number): string | null;
  /** YYYY-MM-DD; null for a time of day. */
  dayOf(value: number): string | null;
};

export const shortDate = 'dd-mm-yyyy';
const SHORT_DATE_ID = 14;

/** Dates of Excel in East Asia and Thailand, whose codes the library's table lacks. */
const isFarDate = (id: number) =>
  (id >= 27 && id <= 36) || (id >= 50 && id <= 58) || id === 71 || id === 72;

function isDateFormat(code: unknown): boolean {
  const answer: unknown = typeof code === 'string' && SSF.is_date(code);
  return answer === true;
}

/** The code of a format, by its number, or its number where only the library knows what stands for it. */
function codeOf(id: number, own: ReadonlyMap<number, string>): string | number {
  const table: Readonly<Record<number, unknown>> = SSF.get_table();
  const code = id === SHORT_DATE_ID ? shortDate : (own.get(id) ?? table[id]);
  if (typeof code === 'string') return code;
  return isFarDate(id) ? shortDate : id;
}

/** A language without a currency, as in [$-4009]: the library would show a dollar sign for it. */
const language = /\[\$-[^[\]]*\]/g;
/** Lakhs and crores, as in #,##,##0; the library groups by thousands only. */
const lakhs = /,[#0]{2}(?=,[#0]{2,3})/g;
const hasCondition = /\[[<>=]/;
/** The library takes what begins with General for nothing more, and loses the unit of General" kg". */
const generalUnit = /^General(?=[^;]+$)/i;

const groupedInLakhs = (shown: string) =>
  shown.replace(/\d{1,3}(?:,\d{3})+/, (digits) =>
    BigInt(digits.replaceAll(',', '')).toLocaleString('en-IN'),
  );

/** @param date1904 whether days count from 1904, as in books of old Macs */
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
        // Of two parts with a condition the library takes the second for the one without a sign.
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

/** Excel takes none that is longer. */
const longestFormat = 255;

/**
 * The styles that cells name by number, in order.
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

// Texts of a workbook: runs of letters, each with its own look, are one text; how Japanese is read aloud is left out.

export type StyledText = {
  text: string;
  /** Whether some letters are raised, lowered, bold, slanted, underlined or struck out, and text can't say so. */
  marked: boolean;
  /** The font of letters with one of their own, where it shows other signs. */
  font: string | null;
};

const marks = new Set(['b', 'i', 'u', 'strike']);
const off = new Set(['0', 'false', 'none']);

/** Whether an element such as <strike/> says that something is so. */
const isMark = ({ val = '1' }: Attributes) => !off.has(val);

/** A sign takes up to seven letters where XML can't hold it. What is longer than any text may be is cut: the judge refuses it. */
const longestRaw = 8 * limits.textLength;

/** Excel writes signs that XML can't hold as _x000B_, and a text that looks so with _x005F_ in front. */
export function unescaped(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([\da-f]{4})_/gi, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;
}

type Run = { shift: 'sup' | 'sub' | null; marked: boolean; font: ForeignFont | null };
const plainRun: Run = { shift: null, marked: false, font: null };

/** Gathers one text after another from the elements inside <si>, <is> and <v>. */
export function richTexts() {
  let gathered: StyledText = { text: '', marked: false, font: null };
  let run: Run = plainRun;
  /** What the element has that is open, if it is one of letters. */
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
    /** @param plain whether letters stand in the element itself */
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

/** A bank as large as an upload takes has half as many. More of them are made to cost time and memory. */
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
