// Which text of a cell is stored, and how two texts are compared.
import { inOneForm } from '#contract/wire/typed.ts';

/** In characters. A longer text is refused anyway, and a pattern can't match a run of a few million marks. */
const mostLooked = 1_000_000;

/**
 * The text in canonical form. Line ends become \n. Control characters other than tab are removed, as are characters that no workbook can
 * hold, stacks of too many marks on one letter, and white space at both ends.
 */
export function cleanText(raw: string): string {
  const text = raw
    .replace(/\r\n?|[\u0085\v\f]/g, '\n')
    .replace(/[^\P{Cc}\t\n\u0080-\u009f]|[\ufffe\uffff]/gu, '')
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .trim();
  return text.length > mostLooked ? text : inOneForm(text);
}

/** Whether a text shows anything: it has more than spaces, joiners, fillers and direction marks. */
export function isVisible(text: string): boolean {
  return /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);
}

/** Letters that older keyboards type as three characters: the chillu letters of Malayalam, and ৎ of Bengali. */
const chillus = new Map(
  ['ണൺ', 'നൻ', 'രർ', 'ലൽ', 'ളൾ', 'കൿ'].map(([letter, chillu]) => [`${letter}\u0d4d\u200d`, chillu]),
).set('ত\u09cd\u200d', 'ৎ');
const withChillus = (text: string) =>
  text.replace(/[ണനരലളക]\u0d4d\u200d|ত\u09cd\u200d/g, (typed) => chillus.get(typed) ?? typed);

/**
 * Joiners without effect. A joiner has an effect beside a virama (the sign that removes a letter's vowel), in Urdu and in emoji. A
 * non-joiner has an effect only before another letter.
 */
const idleJoiner =
  /(?<!\u094d|\u09cd|\u0a4d|\u0acd|\u0b4d|\u0bcd|\u0c4d|\u0ccd|\u0d4d|\ufe0f|\p{Script=Arabic}|\p{Extended_Pictographic}|\p{Emoji_Modifier})(?:\u200c|\u200d)(?!\u094d|\u09cd|\u0a4d|\u0acd|\u0b4d|\u0bcd|\u0c4d|\u0ccd|\u0d4d)|\u200c(?![\p{L}\p{M}])/gu;

/** The text without what a reader can't see: zero-width spaces, soft hyphens, direction marks and joiners without effect. */
export function looks(text: string): string {
  return comparable(
    withChillus(text)
      .replace(/[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
      .replace(idleJoiner, ''),
  );
}

/**
 * Characters that appear when a text is read in the wrong encoding, characters that stand for damage, and private characters of a
 * single font.
 */
const strange =
  /[\u00a1-\u00ff]{4}|à[¤-·]|â€|Ã[\u0080-\u00bf\u2018-\u201e]|í\u00a0[¼-¾]|\ufffd|\p{Co}|[\u0080-\u009f]|\p{Ll}[ÕÒÓŽ]|(?<!\p{L})Ò[^ÒÓ]*Ó(?!\p{L})| Ð /u;

/** Whether a text has strange characters, or question marks in place of letters that were missing from a program's code page. */
export function hasLostLetters(text: string): boolean {
  const marks = text.match(/\?/g)?.length ?? 0;
  return strange.test(text) || (marks >= 4 && marks * 2 > text.replace(/\s/g, '').length);
}

/** Matches a tag or entity from another system, which candidates would see as typed. */
const markup =
  /<\/(?:p|b|i|u|em|strong|su[bp]|span|div|font|li|ul|ol|t[dr]|table)>|<br ?\/?>|&(?:nbsp|amp|lt|gt|quot|#\d{2,5});/i;
const pictureLink = /<img\s|!\[[^[\]\n]*\]\(|\[img\]|:\/\/[^\s:]*\.(?:png|jpe?g|gif|webp|svg)\b/i;

/** Matches \(x\), $$x$$, $x^2$ and commands such as \frac, but not $my_name = $x, which is PHP. */
const latex =
  /\\\(|\$\$[^$\n]{1,200}\$\$|\$[^$\s][^$\n]{0,40}[\^_][^$\n]{0,40}(?<!\s)\$(?!\w)|\\(?:[dt]?frac|sqrt|times|div|cdot|pm|left|right|text|mathrm|begin|over(?:line|rightarrow)|vec|hat|angle|circ|int|sum|lim|infty|alpha|beta|gamma|theta|lambda|pi|omega|Delta|le|leq|ge|geq|neq|to|rightarrow)(?![a-zA-Z])/;

/** Texts that are probably not what was meant, and what to say about each. */
const oddities: readonly [RegExp, (found: string) => string][] = [
  [/[\u202d\u202e]/, () => 'has a hidden sign that turns the order of its letters round'],
  [pictureLink, () => 'has a link to a picture, which is not shown'],
  [latex, (found) => `has a formula in LaTeX such as ${found}, which is shown as typed`],
  [markup, (found) => `has markup such as ${found}, which is shown as typed`],
  [/^(?:null|nan|undefined)$/i, (found) => `is "${found}", as programs write for an empty cell`],
  [
    /^#(?:NAME\?|REF!|VALUE!|NUM!|NULL!|DIV\/0!|N\/A|SPILL!)$/,
    (found) => `is "${found}", as Excel writes an error`,
  ],
  [/^#{4,}$/, (found) => `is "${found}", as Excel writes what its column is too narrow for`],
  [/^\d(?:\.\d+)?E\+\d{2}$/, (found) => `is "${found}", as Excel writes a long number`],
  [
    /^(?:\d{1,2}-(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)-\d{2})$/i,
    (found) => `is "${found}", as Excel writes what it takes for a date, such as 2-1 or 1/2`,
  ],
];

/**
 * The remark about a text that is probably not what was meant; null when there is nothing to say.
 * @param haveMarkup whether the file's format has its own markup, so that a tag left in the text is meant to be seen
 */
export function oddityOf(text: string, haveMarkup: boolean): string | null {
  for (const [pattern, say] of oddities) {
    if (haveMarkup && pattern === markup) continue;
    const [found] = pattern.exec(text) ?? [];
    if (found !== undefined) return say(found);
  }
  return null;
}

/**
 * The Latin letters behind frequent words in fonts from before Unicode: है, हैं, में, और, कौन, निम्न, भारत, नहीं … in Kruti Dev and similar
 * fonts, in Shusha and Shivaji, and ਹੈ, ਨੂੰ, ਵਿਚ, ਕਿਹੜਾ in AnmolLipi.
 */
const krutiWords =
  /(?<![\w;])(?:gS|gSa|esa|vkSj|dkSu|dkSulk|fuEu\w*|Hkkjr|buesa|fdruk|fdrus|fdruh|ugha|D;k|hO|hOM|maoM|AaOr|kaOna|inamna\w*|Baart|nahIM|hY|nUM|ivc|ikhV[Iwy])(?![\w;])/;
/** The same for words that may also be words of another language: का, की, के, किस, जाता. */
const krutiLike = /(?<![\w;])(?:dk|dh|ds|fdl|fdls|tkrk|dgk|ka|kI|dI)(?![\w;])/;

/** Whether a text looks as if it were typed in such a font. Only a workbook names its fonts, so in other files the words must tell. */
export function looksLikeKruti(text: string): boolean {
  const [word] = krutiWords.exec(text) ?? [];
  return word !== undefined && (krutiLike.test(text) || krutiWords.test(text.replace(word, '')));
}

/** A form that is equal for texts that count as the same: canonical form, white space collapsed. Case matters. */
export function comparable(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}

/** A form that is equal for texts that a person would call the same. */
export function looselyComparable(text: string): string {
  return comparable(
    withChillus(text)
      .normalize('NFKC')
      .replace(/\p{Cf}/gu, '')
      .replace(/[\u2018\u2019\u00b4`]/g, "'")
      .replace(/[\u201c\u201d]/g, '"')
      .replace(/[\u2010-\u2015\u2212]/g, '-')
      .toLowerCase(),
  );
}

/** The code points of the digit 0 in the scripts from Devanagari to Malayalam, in Urdu, Santali and Manipuri. */
const indianZeros = [
  0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0x660, 0x6f0, 0x1c50, 0xabf0,
];

/** Full-width characters and the digits of Indian scripts become ASCII. */
export function foldDigits(text: string): string {
  if (/^[ -~]*$/.test(text)) return text; // most texts are plain ASCII, and every cell of a key is compared with the headings
  return text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = indianZeros.find((start) => code >= start && code < start + 10);
    return zero === undefined ? digit : String(code - zero);
  });
}

/** Characters that Unicode also has in superscript and subscript, in the order of `shifted`. */
const plain = '0123456789+-=()n\u2212';
const shifted = {
  sup: [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ⁻'],
  sub: [...'₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₙ₋'],
} as const;

/** The text in superscript or subscript; null when one of its characters has no such form. */
export function shiftAll(text: string, way: keyof typeof shifted): string | null {
  const signs = [...text].map((sign) =>
    /\s/.test(sign) ? sign : shifted[way][plain.indexOf(sign)],
  );
  return signs.includes(undefined) ? null : signs.join('');
}

/** At most 60 characters of a text, for a sentence about it. */
export function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
