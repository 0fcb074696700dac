// The numbers and letters that Word puts in front of paragraphs automatically, such as those of questions and options. Also the lists and
// fonts of paragraph styles.
import { type Attributes, attribute, readXml } from './read-xml.ts';

export type WordPart = { name: string; bytes: Uint8Array };

const valOf = (attributes: Attributes) => attribute(attributes, 'val');

type Style = {
  basedOn: string;
  font?: string | undefined;
  list?: string | undefined;
  level?: number;
};

/** In characters. No font name and no number in front of a paragraph is longer. The limit matters because many paragraphs repeat them. */
const longestText = 60;

/** No document has a longer chain of styles based on each other. */
const mostSteps = 20;

export type WordStyles = {
  /** The font of a style; empty when it is a theme font, which shows the characters that the file holds. */
  fontOf(style: string): string;
  listOf(style: string): { list: string | undefined; level: number | undefined };
};

/** @throws FileRefusal */
export function readWordStyles(part: WordPart | undefined): WordStyles {
  const styles = new Map<string, Style>();
  let normal = '';
  let open: Style = { basedOn: '' };
  const own = (attributes: Attributes) =>
    (attribute(attributes, 'ascii') ?? attribute(attributes, 'hAnsi'))?.slice(0, longestText);
  const defaults = open;
  if (part)
    readXml(part.name, part.bytes, {
      open(name, attributes, parent) {
        const val = valOf(attributes);
        if (name === 'style') {
          open = { basedOn: '' };
          const id = attribute(attributes, 'styleId') ?? '';
          styles.set(id, open);
          if (
            attribute(attributes, 'type') === 'paragraph' &&
            attribute(attributes, 'default') === '1'
          )
            normal = id;
        } else if (name === 'basedOn') open.basedOn = val ?? '';
        else if (name === 'rFonts' && parent === 'rPr') open.font = own(attributes);
        else if (name === 'numId') open.list = val;
        else if (name === 'ilvl') open.level = Number(val);
      },
    });
  const find = <T>(style: string, ask: (style: Style) => T | undefined): T | undefined => {
    let at = styles.get(style || normal);
    for (let step = 0; at && step < mostSteps; step++) {
      const said = ask(at);
      if (said !== undefined) return said;
      at = styles.get(at.basedOn);
    }
    return undefined;
  };
  return {
    fontOf: (style) => find(style, ({ font }) => font) ?? defaults.font ?? '',
    listOf: (style) => ({
      list: find(style, ({ list }) => list),
      level: find(style, ({ level }) => level),
    }),
  };
}

const ROMAN = [
  ['x', 10],
  ['ix', 9],
  ['v', 5],
  ['iv', 4],
  ['i', 1],
] as const;

function roman(number: number): string {
  let [text, rest] = ['', number];
  for (const [sign, value] of ROMAN) for (; rest >= value; rest -= value) text += sign;
  return text;
}

/** After Z, Word continues with AA, BB. */
const letter = (number: number, first: number) =>
  String.fromCharCode(first + ((number - 1) % 26)).repeat(Math.ceil(number / 26));

/** A number in one of the formats that people use for lists. Any other format becomes 1, 2, 3. */
function numeral(number: number, format: string): string {
  if (number < 1 || number > 1_000) return String(number);
  switch (format) {
    case 'upperLetter':
      return letter(number, 65);
    case 'lowerLetter':
      return letter(number, 97);
    case 'upperRoman':
      return roman(number).toUpperCase();
    case 'lowerRoman':
      return roman(number);
    case 'hindiConsonants':
      return 'कखगघङचछजझञ'[number - 1] ?? String(number);
    default:
      return String(number);
  }
}

type Level = { start: number; format: string; text: string };
/** Lists with the same definition (`told` is its id) share one count. */
type List = { told: string; starts: Map<number, number>; own: Map<number, Level> };

/** The number in front of the next paragraph, as Word shows it; empty when there is none or only a bullet. */
export type NumberOf = (
  style: string,
  list: string | undefined,
  level: number | undefined,
) => string;

/** @throws FileRefusal */
export function readNumbering(part: WordPart | undefined, styles: WordStyles): NumberOf {
  const told = new Map<string, Map<number, Level>>();
  const lists = new Map<string, List>();
  let levels = new Map<number, Level>();
  let list: List | null = null;
  let at = 0;
  let level: Level = { start: 1, format: 'decimal', text: '' };
  if (part)
    readXml(part.name, part.bytes, {
      open(name, attributes, parent) {
        const val = valOf(attributes);
        if (name === 'abstractNum') {
          levels = new Map();
          told.set(attribute(attributes, 'abstractNumId') ?? '', levels);
        } else if (name === 'num') {
          list = { told: '', starts: new Map(), own: new Map() };
          levels = list.own;
          lists.set(attribute(attributes, 'numId') ?? '', list);
        } else if (name === 'abstractNumId' && list) list.told = val ?? '';
        else if (name === 'lvlOverride') at = Number(attribute(attributes, 'ilvl'));
        else if (name === 'startOverride') list?.starts.set(at, Number(val));
        else if (name === 'lvl') {
          level = { start: 1, format: 'decimal', text: '' };
          levels.set(Number(attribute(attributes, 'ilvl')), level);
        } else if (name === 'start' && parent === 'lvl') level.start = Number(val);
        else if (name === 'numFmt' && parent === 'lvl') level.format = val ?? '';
        else if (name === 'lvlText') level.text = (val ?? '').slice(0, longestText);
      },
    });
  const counts = new Map<string, number[]>();
  const begun = new Set<string>();
  return (style, ownList, ownLevel) => {
    const said = styles.listOf(style);
    const id = ownList ?? said.list ?? '';
    const depth = ownLevel ?? (ownList === undefined ? said.level : undefined) ?? 0;
    const found = lists.get(id);
    if (!found || !(depth >= 0 && depth < 9)) return '';
    const levelAt = (where: number) => found.own.get(where) ?? told.get(found.told)?.get(where);
    const count = counts.get(found.told) ?? [];
    const restart = begun.has(`${id} ${depth}`) ? undefined : found.starts.get(depth);
    begun.add(`${id} ${depth}`);
    const next = restart ?? (count[depth] ?? (levelAt(depth)?.start ?? 1) - 1) + 1;
    const now = Array.from({ length: depth + 1 }, (_, where) =>
      where === depth ? next : (count[where] ?? levelAt(where)?.start ?? 1),
    );
    counts.set(found.told, now);
    const own = levelAt(depth);
    if (!own || own.format === 'bullet' || own.format === 'none') return '';
    return own.text.replace(/%([1-9])/g, (_, digit: string) => {
      const where = Number(digit) - 1;
      return numeral(now[where] ?? 1, levelAt(where)?.format ?? 'decimal');
    });
  };
}
