// Turns HTML from another system's editor into plain text, as questions are stored here, and says what was lost.
import { Parser } from 'htmlparser2';
import { shiftAll } from './judge/clean-text.ts';
import { FileRefusal } from './question-file.ts';

const cells = new Set(['td', 'th']);
const breaking = new Set(
  'p div br li tr table ul ol dl dt dd h1 h2 h3 h4 h5 h6 blockquote pre hr section'.split(' '),
);
const unseen = new Set('script style template title noscript annotation annotation-xml'.split(' '));
/** Notes on cells, as LibreOffice writes them. A remark says that one was left out, because the text may be about tags. */
const asides = new Set(['comment']);
const media = new Set('img image audio video object embed iframe svg canvas'.split(' '));

/** Tags that can go without losing more than looks. Any other tag may be text that nobody escaped: "List<int>". */
const known = new Set([
  ...breaking,
  ...unseen,
  ...media,
  ...'html head body meta link main article header footer nav aside figure figcaption'.split(' '),
  ...'center address span b i u em strong small big sub sup s strike del ins mark font a'.split(
    ' ',
  ),
  ...'abbr cite q bdi bdo code kbd samp var tt wbr nobr thead tbody tfoot td th caption'.split(' '),
  ...'col colgroup ruby rb rt rp label picture source math'.split(' '),
]);
/** Elements that have tags of their own inside. */
const foreign = new Set(['math', 'svg', 'script', 'style']);

/** The signs between the parts of a formula, one sign for each gap. In one line, they replace the layout of the formula. */
const joints = new Map([
  ['mfrac', '/'],
  ['msup', '^'],
  ['mover', '^'],
  ['msub', '_'],
  ['munder', '_'],
  ['msubsup', '_^'],
  ['munderover', '_^'],
]);
const formula = new Set(['math']);
const roots = new Set(['msqrt', 'mroot']);
/** Elements of one piece, which need no brackets. Any other part of a formula gets them. */
const pieces = new Set(['mi', 'mn', 'mo', 'mtext', 'ms']);

/**
 * `last` is the column of the last cell in the row, `next` the first column behind that cell. `down` says, by column, how many more rows a
 * merged cell above reaches down.
 */
type Table = { last: number; next: number; down: Map<number, number> };

/** A wider table doesn't fit into a question. */
const mostColumns = 50;
const spanOf = (said = '1') => Math.min(Math.max(Number.parseInt(said, 10) || 1, 1), mostColumns);

/**
 * Places the next cell of a row.
 * @returns how many columns it is to the right of the previous cell; a column that a merged cell above takes up counts too
 */
function columnsOn(table: Table, { colspan, rowspan }: Readonly<Record<string, string>>): number {
  let column = table.next;
  for (let rows = table.down.get(column); rows; rows = table.down.get(++column))
    table.down.set(column, rows - 1);
  const steps = Math.min(column - table.last, mostColumns);
  table.last = column;
  table.next = column + spanOf(colspan);
  if (spanOf(rowspan) > 1)
    for (let at = column; at < table.next; at++) table.down.set(at, spanOf(rowspan) - 1);
  return steps;
}

/** The number of an item, as browsers show it in an <ol>: the question may refer to it. */
function numberOf(at: number, type = '1'): string {
  const letter = /^[ai]$/i.test(type) && at > 0 && at <= 26;
  if (!letter) return `${at}. `;
  const said =
    type.toLowerCase() === 'a'
      ? String.fromCharCode(96 + at)
      : `${['', 'x', 'xx'][Math.floor(at / 10)]}${['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix'][at % 10]}`;
  return `${/[AI]/.test(type) ? said.toUpperCase() : said}. `;
}

/** Whether a tag is really text, as in "a<b and c>d": its name is one letter and it has a bare word that is no HTML attribute. */
const readsAsText = (name: string, attributes: Readonly<Record<string, string>>) =>
  name.length === 1 &&
  Object.entries(attributes).some(
    ([key, value]) => value === '' && !/^(alt|class|dir|href|id|lang|name|style|title)$/.test(key),
  );

/** In characters. A longer text is no question. */
const longest = 200_000;

/** Editors nest about ten levels, even with tags that they forget to close. The parser's time grows with depth times length. */
export const deepestMarkup = 1_000;

export const tooDeep = () =>
  new FileRefusal(
    'damaged',
    'The markup in this file is nested too deeply to be a question file. Please save it as .xlsx and upload the new copy.',
  );

/**
 * The HTML entities in an XML text that the text doesn't declare, such as nbsp, each with its sign. XML's own entities are not among them,
 * nor any whose sign would be markup.
 */
export function entitiesIn(xml: string): Record<string, string> {
  const signs: Record<string, string> = {};
  const names = new Set(
    [...xml.matchAll(/&(?!(?:amp|lt|gt|quot|apos);)([a-z][a-z\d]{1,31});/gi)].map(
      ([, name = '']) => name,
    ),
  );
  for (const name of names) {
    let sign = '';
    const parser = new Parser({ ontext: (piece) => (sign += piece) }, { decodeEntities: true });
    parser.end(`&${name};`);
    if (!/[<>&"']/.test(sign)) signs[name] = sign;
  }
  return signs;
}

/**
 * `lost` has a sentence for each kind of thing that plain text can't hold. Null when the HTML is too long to be a question.
 * @throws FileRefusal damaged
 */
export function htmlToText(html: string): { text: string; lost: string[] } | null {
  const bare = html
    .replace(/data:[\w/+.-]+;base64,[\w+/=]*/g, '')
    .replace(/<(?![!?])(?=[^<>]*(?:<|$))/g, '&lt;'); // a < without its > is text, as in "a<b"
  if (bare.length > longest) return null;
  const open: { name: string; parts: number; close: string }[] = [];
  /** The lists that are open. `at` is the number of the last item, or null for bullets. */
  const lists: { at: number | null; type: string | undefined }[] = [];
  const tables: Table[] = [];
  /** Whether a paragraph in a cell has ended, so that the next text of that cell begins a new line. */
  let isEnded = false;
  const lost = new Set<string>();
  const alternatives: string[] = [];
  /** The text so far, and its last sign. Reading the last sign from the growing text would copy the text each time. */
  let text = '';
  let end = '\n';
  /** Whether a part of a formula has just ended, so that "x^2 3" doesn't become "x^23". */
  let isApart = false;
  /** Whether nothing follows the number of an item, or the bar before a cell, yet: the first paragraph stays on that line. */
  let isNumbered = false;
  const add = (piece: string) => {
    if (piece === '') return;
    isNumbered = false;
    if (isEnded) text += '\n';
    isEnded = false;
    text += isApart && /^[\p{L}\p{N}(√]/u.test(piece) ? ` ${piece}` : piece;
    end = piece.at(-1) ?? end;
    isApart = false;
  };
  const inside = (names: Set<string>) => open.some(({ name }) => names.has(name));
  /** @returns the text to add when this element closes */
  const beginPart = (name: string): string => {
    const within = open.at(-1);
    const signs = within && joints.get(within.name);
    if (within && signs !== undefined) add(signs[within.parts++ - 1] ?? '');
    const isGroup = signs !== undefined && !pieces.has(name);
    if (isGroup) add('(');
    if (roots.has(name)) add('√(');
    return `${roots.has(name) ? ')' : ''}${isGroup ? ')' : ''}`;
  };
  const breakLine = () => {
    isEnded = false;
    if (end !== '\n') add('\n');
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const close = beginPart(name);
        if (open.push({ name, parts: 0, close }) > deepestMarkup) throw tooDeep();
        if (breaking.has(name) && !isNumbered) breakLine();
        if (name === 'ul') lists.push({ at: null, type: undefined });
        if (name === 'ol') {
          const start = Number(attributes.start ?? 1);
          lists.push({ at: Number.isInteger(start) ? start - 1 : 0, type: attributes.type });
        }
        const list = lists.at(-1);
        if (name === 'li' && list && list.at !== null) {
          add(numberOf(++list.at, list.type));
          isNumbered = true;
        }
        const table = tables.at(-1);
        if (name === 'table') tables.push({ last: 0, next: 0, down: new Map() });
        if (name === 'tr' && table) [table.last, table.next] = [0, 0];
        if (cells.has(name) && table) {
          isEnded = false;
          const steps = columnsOn(table, attributes);
          const strokes = ' | '.repeat(steps);
          add(/\s/.test(end) ? strokes.trimStart() : strokes);
          isNumbered = steps > 0;
          if (steps > 0)
            lost.add(
              'A table became lines of text, with a stroke between its columns. Please check that it reads right.',
            );
        }
        if (media.has(name)) {
          lost.add(
            'A picture, sound or video was left out. Please check that it still makes sense.',
          );
          alternatives.push(attributes.alt ?? '');
        }
        if ((!known.has(name) && !inside(foreign)) || readsAsText(name, attributes))
          lost.add(
            `<${name.slice(0, 30)}> was taken for markup and left out. Please check that nothing is missing.`,
          );
        if (name === 'math')
          lost.add('A formula became plain text. Please check that it reads right.');
      },
      onclosetag(name) {
        const last = open.at(-1);
        if (last?.name === name) {
          add(last.close);
          open.pop();
          if (joints.has(name)) isApart = true;
        }
        const isInCell = cells.has(open.at(-1)?.name ?? '') && name !== 'table';
        const table = tables.at(-1);
        if (name === 'tr' && table) {
          isEnded = false;
          for (const [column, rows] of table.down)
            if (column >= table.next) table.down.set(column, Math.max(rows - 1, 0));
        }
        if (breaking.has(name) && name !== 'br') {
          if (isInCell) isEnded = end !== '\n';
          else breakLine();
        }
        if (name === 'table') tables.pop();
        if (name === 'ol' || name === 'ul') lists.pop();
      },
      ontext(piece) {
        if (inside(unseen) || inside(asides) || inside(media)) return;
        if (piece.trim() === '' && (isEnded || inside(formula))) return;
        const spaced = inside(new Set(['pre'])) ? piece : piece.replace(/[\s\u00a0]+/g, ' ');
        const shift = open
          .map(({ name }) => name)
          .findLast((name) => name === 'sup' || name === 'sub');
        const said = shift === undefined ? spaced : (shiftAll(spaced.trim(), shift) ?? spaced);
        if (shift !== undefined && said === spaced && said.trim() !== '')
          lost.add(
            'Raised or lowered letters became plain text. Please check that it reads right.',
          );
        add(/\s/.test(end) ? said.replace(/^ +/, '') : said);
      },
    },
    { decodeEntities: true },
  );
  parser.end(bare);
  // The alternative text of a picture is used only when there is no other text.
  const shown = text.replace(/(?<! ) +(?=\n)/g, '').trim();
  return { text: shown || alternatives.join(' ').trim(), lost: [...lost] };
}
