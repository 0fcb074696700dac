// Text of a cell: what is stored, and how two texts are compared.
import { inOneForm } from '#contract/wire/typed.ts';

/** What is longer is refused for its length; a pattern can't take in a run of some million marks. */
const mostLooked = 1_000_000;

/**
 * In canonical form. Line ends are \n; no other control character but tab is left, nor what no workbook can hold, nor towers of
 * marks; no space at either end.
 */
export function cleanText(raw: string): string {
  const text = raw
    .replace(/\r\n?|[\u0085\v\f]/g, '\n')
    .replace(/[^\P{Cc}\t\n\u0080-\u009f]|[\ufffe\uffff]/gu, '')
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .trim();
  return text.length > mostLooked ? text : inOneForm(text);
}

/** Something to see, not only spaces, joiners, fillers or marks of direction. */
export function isVisible(text: string): boolean {
  return /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);
}

/** Letters that older keyboards type as three signs: those of Malayalam without a vowel, and ৎ of Bengali. */
const chillus = new Map(
  ['ണൺ', 'നൻ', 'രർ', 'ലൽ', 'ളൾ', 'കൿ'].map(([letter, chillu]) => [`${letter}\u0d4d\u200d`, chillu]),
).set('ত\u09cd\u200d', 'ৎ');
const withChillus = (text: string) =>
  text.replace(/[ണനരലളക]\u0d4d\u200d|ত\u09cd\u200d/g, (typed) => chillus.get(typed) ?? typed);

/**
 * Joiners that change nothing: they do beside a sign that takes a letter's vowel away, between letters of Urdu and in emoji, and
 * one that keeps letters apart does only before another.
 */
const idleJoiner =
  /(?<!\u094d|\u09cd|\u0a4d|\u0acd|\u0b4d|\u0bcd|\u0c4d|\u0ccd|\u0d4d|\ufe0f|\p{Script=Arabic}|\p{Extended_Pictographic}|\p{Emoji_Modifier})(?:\u200c|\u200d)(?!\u094d|\u09cd|\u0a4d|\u0acd|\u0b4d|\u0bcd|\u0c4d|\u0ccd|\u0d4d)|\u200c(?![\p{L}\p{M}])/gu;

/** What a reader sees of a text: spaces of no width, soft hyphens, marks of direction and idle joiners don't show. */
export function looks(text: string): string {
  return comparable(
    withChillus(text)
      .replace(/[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
      .replace(idleJoiner, ''),
  );
}

/**
 * Signs that come of text read in another encoding than it was written in, signs of damage, and those that only one font
 * knows.
 */
const strange =
  /[\u00a1-\u00ff]{4}|à[¤-·]|â€|Ã[\u0080-\u00bf\u2018-\u201e]|í\u00a0[¼-¾]|\ufffd|\p{Co}|[\u0080-\u009f]|\p{Ll}[ÕÒÓŽ]|(?<!\p{L})Ò[^ÒÓ]*Ó(?!\p{L})| Ð /u;

/** Strange signs, or question marks in place of letters, as programs write what their code page lacks. */
export function hasLostLetters(text: string): boolean {
  const marks = text.match(/\?/g)?.length ?? 0;
  return strange.test(text) || (marks >= 4 && marks * 2 > text.replace(/\s/g, '').length);
}

/** The first tag or entity that another system has made, which people see as it is typed. */
const markup =
  /<\/(?:p|b|i|u|em|strong|su[bp]|span|div|font|li|ul|ol|t[dr]|table)>|<br ?\/?>|&(?:nbsp|amp|lt|gt|quot|#\d{2,5});/i;
const pictureLink = /<img\s|!\[[^[\]\n]*\]\(|\[img\]|:\/\/[^\s:]*\.(?:png|jpe?g|gif|webp|svg)\b/i;

/** \(x\), $$x$$, $x^2$, and commands such as \frac; but not $my_name = $x, which is PHP. */
const latex =
  /\\\(|\$\$[^$\n]{1,200}\$\$|\$[^$\s][^$\n]{0,40}[\^_][^$\n]{0,40}(?<!\s)\$(?!\w)|\\(?:[dt]?frac|sqrt|times|div|cdot|pm|left|right|text|mathrm|begin|over(?:line|rightarrow)|vec|hat|angle|circ|int|sum|lim|infty|alpha|beta|gamma|theta|lambda|pi|omega|Delta|le|leq|ge|geq|neq|to|rightarrow)(?![a-zA-Z])/;

/** Texts that programs leave in place of what was meant, and what to say of each. */
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
 * What is to be said of a text that is hardly what was meant; null where nothing is.
 * @param haveMarkup whether its file has markup, so that a tag in it is one that people shall see
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
 * Frequent words as the keys of fonts from before Unicode write them: है, हैं, में, और, कौन, निम्न, भारत, नहीं … in Kruti Dev and fonts
 * like it, in Shusha and Shivaji, and ਹੈ, ਨੂੰ, ਵਿਚ, ਕਿਹੜਾ in AnmolLipi.
 */
const krutiWords =
  /(?<![\w;])(?:gS|gSa|esa|vkSj|dkSu|dkSulk|fuEu\w*|Hkkjr|buesa|fdruk|fdrus|fdruh|ugha|D;k|hO|hOM|maoM|AaOr|kaOna|inamna\w*|Baart|nahIM|hY|nUM|ivc|ikhV[Iwy])(?![\w;])/;
/** And those that are like words of another language: का, की, के, किस, जाता. */
const krutiLike = /(?<![\w;])(?:dk|dh|ds|fdl|fdls|tkrk|dgk|ka|kI|dI)(?![\w;])/;

/** Whether a text looks as if it were typed in such a font: no file but a workbook tells of fonts. */
export function looksLikeKruti(text: string): boolean {
  const [word] = krutiWords.exec(text) ?? [];
  return word !== undefined && (krutiLike.test(text) || krutiWords.test(text.replace(word, '')));
}

/** Equal for texts that count as the same: canonical form, white space collapsed. Case counts. */
export function comparable(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}

/** Equal for texts that a person would call the same: only ever used when nothing is equal outright. */
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

/** Of Devanagari to Malayalam, Urdu, Santali and Manipuri. */
const indianZeros = [
  0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0x660, 0x6f0, 0x1c50, 0xabf0,
];

/** Full-width characters and the digits of Indian scripts become ASCII. */
export function foldDigits(text: string): string {
  if (/^[ -~]*$/.test(text)) return text; // most are plain already, and headings are looked for in every cell of a key
  return text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = indianZeros.find((start) => code >= start && code < start + 10);
    return zero === undefined ? digit : String(code - zero);
  });
}

/** Signs that Unicode has raised or lowered. */
const plain = '0123456789+-=()n\u2212';
const shifted = {
  sup: [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ⁻'],
  sub: [...'₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₙ₋'],
} as const;

/** Null when one of the signs has no such form. */
export function shiftAll(text: string, way: keyof typeof shifted): string | null {
  const signs = [...text].map((sign) =>
    /\s/.test(sign) ? sign : shifted[way][plain.indexOf(sign)],
  );
  return signs.includes(undefined) ? null : signs.join('');
}

/** As much of a text as a sentence about it needs. */
export function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
