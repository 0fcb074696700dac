// Answers that are given by marks: "*b) Delhi" in Respondus and text2qti, "B) Delhi ✅", and "✅ Delhi" among lines without letters.

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
/** The signs at wrong options, when ticks mark the right ones. */
const crossInFront =
  /^(\s{0,9}(?:\(?(?:الف|[^\s\p{M}*]\p{M}{0,3})[).]\s{0,3})?)[❌✖✗✘]\ufe0f?\s{0,3}/u;
const crossBehind = /[❌✖✗✘]\ufe0f?$/u;

/** A quick check: a line without any of these signs or words at its end has no mark. */
const maybeMarked = /[*✅✔☑✓❌✖✗✘)\]←⇐]|(?:correct|right|answer|option|choice|ans)[.!]?\s*$/i;

type Marked = { text: string; isRight: boolean };

/** Removes the mark of a line, if the line has more than the mark. */
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

/** The options that begin at line `from` with the first letter. Each has its own line; there may be empty lines between them. */
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

/** Whether marked lines are statements of a question: options with other letters follow before the next number or answer. */
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

/**
 * Whether a group of options ends with its last line. A mark counts as the answer only if an empty line, the next number or an
 * explanation follows.
 */
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

/** The letter that an answer line names. */
const letterSaid = (text: string) =>
  /[\s:.=–—-][([]?\s?(الف|[\p{L}\p{N}]\p{M}{0,3})(?![\p{L}\p{M}\p{N}])/u.exec(text)?.[1] ?? '';

/**
 * Removes the marks of options and adds the answer below them when one option is marked. If there is an answer line that names another
 * option, the lines stay as they are.
 */
function lettered(lines: readonly Line[]): Line[] {
  const read: Line[] = [];
  let done = 0;
  /** An answer line that agrees with a mark, and the marked option. */
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
    // A group of one line may be the first question of a paper, which may ask what a sign means.
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
    // When `isTold` is false, no answer is added and the question gets a message: it isn't clear which option is meant, or whether more
    // follow.
    if (answer || !isTold) continue;
    const text = `ANSWER: ${mark.sign.toUpperCase()}`;
    read.push({ ...{ at: lines[last]?.at ?? at, text }, marked });
  }
  return read;
}

/** Reads blocks of five lines between empty lines as a question and four options without letters, one of them marked. */
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
    // A block that isn't clear gets an answer line too. It ends the question, which gets a message and doesn't run into the next one.
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

/** Adds the answers that marks give. Options without letters are only looked for when the paper then has no answer lines. */
export function withMarked(lines: readonly Line[]): readonly Line[] {
  if (!lines.some((line) => readMark(line).isRight)) return lines;
  const read = lettered(lines);
  return read.some(({ text }) => beginsAnswer.test(text)) ? read : unlettered(read);
}
