// GIFT: questions with their answers in braces, separated by an empty line. Every question of the file becomes an item: either a
// question with options, or one that is left out with the reason.
import type { QuestionFormat } from './format.ts';
import { htmlToText } from './html-to-text.ts';
import { type Choice, fitChoices, type Item, mostChoices, typeOfCategory } from './judge/item.ts';

/** The index of the first of these signs that isn't escaped with a backslash, or -1. */
function findSign(text: string, signs: string, from = 0): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (signs.includes(text[at] ?? '')) return at;
  }
  return -1;
}

function findPair(text: string, pair: string, from = 0): number {
  const sign = pair[0] ?? '';
  for (let at = findSign(text, sign, from); at !== -1; at = findSign(text, sign, at + 1)) {
    if (text.startsWith(pair, at)) return at;
  }
  return -1;
}

/** How many more braces open in a line than close. */
function depthOf(line: string): number {
  let depth = 0;
  for (let at = findSign(line, '{}'); at !== -1; at = findSign(line, '{}', at + 1))
    depth += line[at] === '{' ? 1 : -1;
  return depth;
}

function withoutEscapes(text: string): string {
  return text.replace(/\\([~=#{}:\\n])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign));
}

type Block = { line: number; text: string; category: string | null };

function* splitBlocks(text: string): Generator<Block> {
  let block: Block | null = null;
  let category: string | null = null;
  let depth = 0;
  /** Whether the previous line ended with the closing brace of the block. */
  let isClosed = false;
  for (const [at, raw] of text.split(/\r\n?|\n/).entries()) {
    const line = raw.trim();
    if (line.startsWith('//')) continue;
    if (line === '' || /^\$CATEGORY:/i.test(line)) {
      if (block) yield block;
      block = null;
      if (line !== '') category = typeOfCategory(withoutEscapes(line.slice(line.indexOf(':') + 1)));
      continue;
    }
    const opens = findSign(line, '{') !== -1;
    if (block && isClosed && (opens || line.startsWith('::'))) {
      yield block; // the empty line between two questions is missing
      block = null;
    }
    if (!block) depth = 0;
    depth += depthOf(line);
    isClosed = depth === 0 && findSign(line, '}') !== -1 && line.endsWith('}');
    if (block) block.text += `\n${line}`;
    else block = { line: at + 1, text: line, category };
  }
  if (block) yield block;
}

type Format = 'html' | 'other';

/** Reads a text that may begin with the name of its format, such as [html]. */
function readText(
  raw: string,
  inherited: Format,
  lost: Set<string>,
): { text: string; format: Format } {
  const marked = /^\s*\[(html|moodle|plain|markdown)\]/i.exec(raw);
  const format = marked ? (marked[1]?.toLowerCase() === 'html' ? 'html' : 'other') : inherited;
  const text = withoutEscapes(raw.slice(marked?.[0].length ?? 0)).trim();
  if (format === 'other') {
    const [tag] = /<\/?(b|i|u|em|strong|sub|sup|p|br|img|span|div)\b[^<>]*>/i.exec(text) ?? [];
    if (tag)
      lost.add(
        `Tags such as ${tag.slice(0, 30)} are shown as typed: the question is not marked [html].`,
      );
    return { text, format };
  }
  const read = htmlToText(text);
  for (const sentence of read?.lost ?? []) lost.add(sentence);
  return { text: read?.text ?? text, format };
}

type Answer = {
  right: boolean;
  percent: number | null;
  raw: string;
  /** Whether a # with no feedback behind it was left out. */
  isCut: boolean;
};

/** Reads an answer that begins with ~ or =, and leaves out its feedback. */
function toAnswer(piece: string): Answer {
  const said = piece.slice(1);
  const share = /^\s*%\s*(-?\d+(?:[.,]\d+)?)\s*%/.exec(said);
  const rest = said.slice(share?.[0].length ?? 0);
  const feedback = findSign(rest, '#');
  return {
    right: piece.startsWith('='),
    percent: share ? Number(share[1]?.replace(',', '.')) : null,
    raw: feedback === -1 ? rest : rest.slice(0, feedback),
    isCut: feedback !== -1 && rest.slice(feedback + 1).trim() === '',
  };
}

/** One answer for each unescaped ~ or =. */
function splitAnswers(body: string): Answer[] {
  const answers: Answer[] = [];
  for (let at = findSign(body, '~='); at !== -1 && answers.length <= mostChoices; ) {
    const end = findSign(body, '~=', at + 1);
    const piece = body.slice(at, end === -1 ? body.length : end);
    at = end;
    if (piece.trim() === '~' && body[end] === '=') continue; // "~=" means "="
    answers.push(toAnswer(piece));
  }
  return answers;
}

/**
 * Reads each of four lines as one answer, as in "=With header=True". When each line begins with ~ or = and exactly one begins with =, any
 * other ~ or = in them is text that nobody escaped.
 * @returns null when such a sign looks like the start of another answer, or when there is none
 */
function answersByLine(body: string): Answer[] | null {
  const lines = body.split(/\n(?=[~=])/).map((line) => line.replace(/^~\s*=/, '='));
  const isDoubtful = lines.some((line) => /\s[~=]\S/.test(line));
  if (lines.length !== 4 || isDoubtful || splitAnswers(body).length === 4) return null;
  const answers = lines.map(toAnswer);
  return answers.filter(({ right }) => right).length === 1 ? answers : null;
}

const reasons = {
  unanswered: 'It has no answers in braces { }.',
  open: 'Its brace { is never closed, or an empty line stands inside it.',
  several:
    'It has more than one pair of braces. An empty line must stand between two questions, and a brace that is text must be written \\{ or \\}.',
  nested:
    'A brace stands inside its answers. A brace that is text, as in a formula, must be written \\{ or \\}.',
  lead: 'Text stands in the braces before the first answer. A brace that is no bracket of answers must be written \\{ or \\}.',
  essay: 'It is an essay question; only questions with four options are taken.',
  number: 'It asks for a number; only questions with four options are taken.',
  truth: 'It is a true/false question; only questions with four options are taken.',
  matching: 'It is a matching question; only questions with four options are taken.',
  short: 'It asks for a typed answer; only questions with four options are taken.',
} as const;

/** The reasons that only a GIFT file gives; other texts may have braces in them by chance. */
const telling: readonly string[] = [
  reasons.number,
  reasons.truth,
  reasons.matching,
  reasons.short,
  reasons.nested,
];

function withGap(before: string, after: string): string {
  if (after === '') return before;
  if (/^[.;,"'”]+$/.test(after) && (before === '' || /[.?!:]$/.test(before))) return before;
  return `${before} _____${/^[.,;:?!)]/.test(after) ? '' : ' '}${after}`.trim();
}

/** The signs that begin and end a formula. */
const fence = /(\\[()[\]]|\$\$?)/;
const fenceBehind = new Map([
  ['\\(', '\\)'],
  ['\\[', '\\]'],
  ['$$', '$$'],
  ['$', '$'],
]);
/** A line with more fences than this has no formulas. */
const mostFences = 400;
/** Match the text between the $ signs of two prices, and the text behind the second $. */
const ofPrices = /^\s|[\s~=%]$/;
const amount = /^\d/;
/** Matches unescaped signs, and commands of formulas such as \neq or \nu, which begin like GIFT's line break \n. */
const unescaped =
  /(\\n(?=(?:abla|atural|cong|e|earrow|eg|eq|exists|ewline|geq|i|leq|mid|ot|otin|parallel|sim|subseteq|u|warrow)(?![a-zA-Z])))|\\.|([{}=~])/g;
/** A text with \= or \\frac comes from a program that escapes all signs. There \n is a line break, in a formula too. */
const escaping = /\\[=~]|\\\\[a-zA-Z()[\]]/;

/** Escapes the signs in the formulas of a line, as GIFT requires. Otherwise GIFT reads the start of \neq as a line break. */
function withFormulas(line: string, hasBreaks: boolean): string {
  const pieces = line.split(fence, mostFences + 1);
  if (pieces.length > mostFences) return line;
  for (let at = 1; at < pieces.length; at += 2) {
    const behind = fenceBehind.get(pieces[at] ?? '');
    const end = behind === undefined ? -1 : pieces.indexOf(behind, at + 1);
    if (end === -1) continue;
    const inner = pieces.slice(at + 1, end).join('');
    const isPrice = ofPrices.test(inner) || amount.test(pieces[end + 1] ?? '');
    if (pieces[at] === '$' && isPrice) continue;
    const escaped = inner.replace(unescaped, (sign: string, like?: string, bare?: string) =>
      bare || (like && !hasBreaks) ? `\\${sign}` : sign,
    );
    pieces.splice(at + 1, end - at - 1, escaped);
    at += 2;
  }
  return pieces.join('');
}

/** Reads formulas that nobody escaped as formulas if the question then has four answers, one of them right. */
function readBlock(block: Block): Item {
  const hasBreaks = escaping.test(block.text);
  const text = block.text
    .split('\n')
    .map((line) => withFormulas(line, hasBreaks))
    .join('\n');
  const written = readWritten(block);
  const item = text === block.text ? written : readWritten({ ...block, text });
  const isSame = JSON.stringify(item) === JSON.stringify(written);
  if (isSame || item.is !== 'choice' || 'misfit' in fitChoices(item.choices, item.mark))
    return written;
  const remark =
    'Its formulas are read as they are typed. In GIFT the signs { } = ~ \\ in them must be written \\{ \\} \\= \\~ \\\\. Please check.';
  return { ...item, remarks: [...item.remarks, remark] };
}

function readWritten({ line, text, category }: Block): Item {
  const leftOut = (why: keyof typeof reasons): Item => ({
    is: 'left-out',
    line,
    message: reasons[why],
  });
  const titleEnd = text.startsWith('::') ? findPair(text, '::', 2) : -1;
  const body = titleEnd === -1 ? text : text.slice(titleEnd + 2);
  const start = findSign(body, '{');
  if (start === -1) return leftOut('unanswered');
  const end = findSign(body, '}', start + 1);
  if (end === -1) return leftOut('open');
  const after = body.slice(end + 1).trim();
  if (findSign(after, '{') !== -1) return leftOut('several');

  const inner = body.slice(start + 1, end);
  const general = findPair(inner, '####');
  const said = (general === -1 ? inner : inner.slice(0, general)).trim();
  if (said === '') return leftOut('essay');
  if (said.startsWith('#')) return leftOut('number');
  if (/^(t|true|f|false)\s*(#|$)/i.test(said)) return leftOut('truth');
  const first = findSign(said, '~=');
  if (first === -1) return leftOut('unanswered');
  if (first > 0) return leftOut('lead');
  if (findSign(inner, '{') !== -1 || findSign(after, '}') !== -1) return leftOut('nested');
  if (findSign(said, '~') === -1)
    return leftOut(findPair(said, '->') === -1 ? 'short' : 'matching');

  const lost = new Set<string>();
  const stem = readText(withGap(body.slice(0, start).trim(), after), 'other', lost);
  const read = ({ right, percent, raw, isCut }: Answer): Choice => {
    if (isCut)
      lost.add(
        'A sign # at the end of an answer was left out, as it begins a comment. Where it is text, as in C#, it must be written \\#. Please check.',
      );
    return {
      text: readText(raw, stem.format, lost).text,
      credit: percent ?? (right ? 100 : 0),
    };
  };
  const byLine = answersByLine(said);
  if (byLine)
    lost.add(
      'Each line of it is taken as one answer. A sign = or ~ inside an answer must be written \\= and \\~. Please check.',
    );
  const choices = (byLine ?? splitAnswers(said)).map(read);
  return {
    is: 'choice',
    line,
    type: category,
    text: stem.text,
    choices,
    mark: 1,
    remarks: [...lost],
  };
}

function* readGift(text: string): Generator<Item> {
  for (const block of splitBlocks(text)) yield readBlock(block);
}

/** Matches the start of answers in braces, whatever else is wrong with the question. */
const answersBegin = /\{\s{0,9}[=~][^{}]*~/;

function isGift(text: string): boolean {
  if (answersBegin.test(text)) return true;
  for (const item of readGift(text)) {
    if (item.is === 'choice' || telling.includes(item.message)) return true;
  }
  return false;
}

export const gift = {
  id: 'gift',
  name: 'GIFT',
  counts: 'line',
  recognises: ({ plainText }) => (plainText !== null && isGift(plainText) ? 'by-content' : null),
  read: ({ plainText }) => ({
    are: 'items',
    items: readGift(plainText ?? ''),
    haveMarks: true,
    haveMarkup: true,
  }),
} satisfies QuestionFormat;
