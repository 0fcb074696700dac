// Answers that are marks: "*b) Delhi" of Respondus and text2qti, "B) Delhi ✅", and "✅ Delhi" among lines without letters.

import { tell } from '../judge/tells-answer.ts';
import {
  asideLine,
  beginsAnswer,
  isFirst,
  type Line,
  latin,
  local,
  mostStatements,
  mostTyped,
  numberInFront,
  placeIn,
  styleOf,
} from './labels.ts';

const starInFront = /^(\s{0,9})\*(?=\(?(?:الف|[^\s\p{M}*]\p{M}{0,3})[).])/u;
const markInFront =
  /^(\s{0,9}(?:\(?(?:الف|[^\s\p{M}*]\p{M}{0,3})[).]\s{0,3})?)[✅✔☑✓]\ufe0f?\s{0,3}/u;
/** And what stands at the others then. */
const crossInFront =
  /^(\s{0,9}(?:\(?(?:الف|[^\s\p{M}*]\p{M}{0,3})[).]\s{0,3})?)[❌✖✗✘]\ufe0f?\s{0,3}/u;
const crossBehind = /[❌✖✗✘]\ufe0f?$/u;

/** Some sign of those, or the end of a word in brackets, without which nothing need be looked for. */
const maybeMarked = /[*✅✔☑✓❌✖✗✘)\]←⇐]|(?:correct|right|answer|option|choice|ans)[.!]?\s*$/i;

type Marked = { text: string; isRight: boolean };

/** Without its mark, where it is something else, too. */
function readMark({ text }: Line): Marked {
  if (text.length > mostTyped || !maybeMarked.test(text)) return { text, isRight: false };
  const whole = text.trimEnd();
  const bare = whole.replace(starInFront, '$1').replace(markInFront, '$1').replace(tell, '');
  const isRight = bare !== whole && /[\p{L}\p{N}]/u.test(bare);
  if (isRight) return { text: bare.trimEnd(), isRight };
  const rest = whole.replace(crossInFront, '$1').replace(crossBehind, '').trimEnd();
  return { text: rest, isRight: false };
}

const alphabets: readonly (readonly string[])[] = [...latin, ...local];

type Placed = Marked & { place: number; sign: string; style: string };

/** Options in a row from the first on, each in its own line, empty lines between them perhaps. */
function optionsFrom(lines: readonly Line[], from: number): Placed[] {
  const found: Placed[] = [];
  let signs = alphabets;
  let style: string | undefined;
  for (let at = 0; at < 8; at++) {
    const line = lines[from + at];
    if (!line) break;
    if (at > 0 && line.text.trim() === '') continue;
    const read = readMark(line);
    const own = styleOf(read.text);
    if (at === 0 && !isFirst(own?.sign)) break; // nearly all lines end here
    const fitting = signs.filter((each) => placeIn(each, own?.sign) === found.length);
    if (!own || fitting.length === 0 || own.style !== (style ?? own.style)) break;
    signs = fitting;
    style = own.style;
    found.push({ ...read, ...own, place: from + at });
  }
  return found;
}

/** Whether options lettered otherwise follow before the next number or an answer: what is marked are statements of their question. */
function areStatements(lines: readonly Line[], group: readonly Placed[]): boolean {
  const [first] = group;
  const from = (group.at(-1)?.place ?? -1) + 1;
  for (let at = from; at < Math.min(lines.length, from + mostStatements); at++) {
    const { text = '' } = lines[at] ?? {};
    const [other, next] = text.trim() === '' ? [] : optionsFrom(lines, at);
    if (other && next) return other.style !== first?.style || other.sign !== first.sign;
    if (numberInFront(text) || beginsAnswer.test(text)) return false;
  }
  return false;
}

/** Nothing but an empty line, the next number or what explains the answer may follow options that a mark answers. */
function endsBehind(lines: readonly Line[], group: readonly Placed[], next: string): boolean {
  const last = group.at(-1);
  const fifth = styleOf(next);
  const isFurther =
    fifth?.style === last?.style && fifth?.sign.toLowerCase() === (last?.sign === '4' ? '5' : 'e');
  const isApart = (lines[(last?.place ?? -1) + 1]?.text.trim() ?? '') === '';
  return (
    !isFurther &&
    (isApart || numberInFront(next) !== null || asideLine.test(next)) &&
    !areStatements(lines, group)
  );
}

/** Of a line that begins as an answer does, the letter that it names. */
const letterSaid = (text: string) =>
  /[\s:.=–—-][([]?\s?(الف|[\p{L}\p{N}]\p{M}{0,3})(?![\p{L}\p{M}\p{N}])/u.exec(text)?.[1] ?? '';

/** Groups of options without their marks: with the answer below where one is marked, as it is where an answer says another. */
function lettered(lines: readonly Line[]): Line[] {
  const read: Line[] = [];
  let done = 0;
  /** The answer that says the same as a mark, and the marked option. */
  let agreed: { answer: Line; marked: string } | null = null;
  for (const [at, line] of lines.entries()) {
    if (at < done) continue;
    const group = line.text === '' ? [] : optionsFrom(lines, at);
    const [mark, other] = group.filter(({ isRight }) => isRight);
    const last = group.at(-1)?.place ?? at;
    const below = lines.slice(last + 1, last + 4).find(({ text }) => text.trim() !== '');
    const next = below?.text.trim() ?? '';
    const answer = beginsAnswer.test(next) ? below : undefined;
    const isSame = !other && letterSaid(next).toLowerCase() === mark?.sign.toLowerCase();
    // Alone, it is the first question of a paper, which may ask what a sign means.
    if (!mark || group.length < 2 || (answer && !isSame)) {
      read.push(agreed?.answer === line ? { ...line, marked: agreed.marked } : line);
      continue;
    }
    done = last + 1;
    const isTold = answer !== undefined || (!other && endsBehind(lines, group, next));
    for (const { place, text } of group) {
      const typed = lines[place] ?? line;
      read.push(!isTold && styleOf(typed.text) ? typed : { at: typed.at, text });
    }
    const marked = lines[mark.place]?.text.trim() ?? '';
    if (answer) agreed = { answer, marked };
    // Without an answer they are named, marks and all: nothing tells which one was meant, or what else belongs to them.
    if (answer || !isTold) continue;
    const text = `ANSWER: ${mark.sign.toUpperCase()}`;
    read.push({ ...{ at: lines[last]?.at ?? at, text }, marked });
  }
  return read;
}

/** A question and four options, one of them marked, each in a line of their own between empty ones. */
function unlettered(lines: readonly Line[]): Line[] {
  const blocks: Line[][] = [[]];
  for (const line of lines)
    if (line.text.trim() === '') blocks.push([line], []);
    else blocks.at(-1)?.push(line);
  return blocks.flatMap((block) => {
    const end = block.findIndex(({ text }) => asideLine.test(text.trim()));
    const own = end === -1 ? block : block.slice(0, end);
    const marks = own.map(readMark);
    const rights = marks.flatMap(({ isRight }, at) => (isRight ? [at] : []));
    const [right] = rights;
    const last = own.at(-1);
    if (!last || (own.length !== 5 && right === undefined)) return block;
    const isOne =
      own.length === 5 &&
      rights.length < 2 &&
      right !== 0 &&
      marks.every(({ text }, at) => at === 0 || styleOf(text) === null);
    // What can't be told apart is closed: it is named then, and no part of the next question.
    if (!isOne) return [...own, { at: last.at, text: 'ANSWER: ✅' }];
    const [question = last, ...options] = own;
    const letters = options.map(({ at }, place) => ({
      ...{ at, text: `${'ABCD'[place]}) ${marks[place + 1]?.text.trim()}` },
    }));
    const marked = own[right ?? 0]?.text.trim() ?? '';
    const answer = { at: last.at, text: `ANSWER: ${'ABCD'[(right ?? 0) - 1]}`, marked };
    return [
      question,
      ...letters,
      ...(right === undefined ? [] : [answer]),
      ...block.slice(own.length),
    ];
  });
}

/** With the answers that stand in it as marks; where others do, options without letters are none. */
export function withMarked(lines: readonly Line[]): readonly Line[] {
  if (!lines.some((line) => readMark(line).isRight)) return lines;
  const read = lettered(lines);
  return read.some(({ text }) => beginsAnswer.test(text)) ? read : unlettered(read);
}
