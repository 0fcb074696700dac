// Aiken: a question, each option on a line "A) …" or "A. …", and a line "ANSWER: B". The format has no types, no marks and no line breaks
// inside an option. Papers as people type them are read too: with small letters, brackets, numbers or letters of other scripts, and with
// several options in one line.
import type { QuestionFormat, SourceFile } from '../format.ts';
import { comparable, looselyComparable, shortened } from '../judge/clean-text.ts';
import type { Item } from '../judge/item.ts';
import { beginsKey, readKey } from '../judge/read-key.ts';
import { cellName, inForeignFont, type Sheet } from '../judge/sheet.ts';
import { limits, tooManyRows } from '../question-file.ts';
import { withSolutionsAsKey } from './key-below.ts';
import {
  answerLine,
  isAsideLine,
  type Line,
  mostStatements,
  numberInFront,
  splitLines,
} from './labels.ts';
import { aikenLines, mostLines } from './lines.ts';
import { withoutFeedback } from './notes.ts';
import {
  belowTitle,
  headingOf,
  withoutNotes,
  withoutNumbers,
  withPassages,
} from './typed-paper.ts';

const optionLine = /^\s*(?:\(([a-z])\)\s*|([a-z])(?:\)\s*|\.\s+))(\S.*)$/i;
/** "A.red", "A: red", "A - red". They are options only when they follow each other from A on, because a question may begin like this. */
const looseOption = /^\s*([a-z])(?:[.:]|\s[-–—]\s)\s*(\S.*)$/i;
/** An answer in a looser form, which counts only below options that have no answer yet. */
const looseAnswer =
  /^\s*(?:correct\s)?(?:answer|ans|option)(?:\s*[:.=–—-]+(.*)|\s+(?:is\s+)?(\(?[a-z][).]{0,2})\s*)$/is;
/** "B", "(B)", "B. Mumbai", "B - Mumbai", "B (Mumbai)" */
const oneLetter = /^\(?([A-Z])(?:(?:[).:]|\s(?=\())\s*(.*)|\)?\s[-–—]\s(.*))?$/is;

/** "4" may be the fourth option, or the option with the text 4. */
const mayBePlace = /^[([]?(?:[1-4]|i{1,3}|iv)[)\].]{0,2}$/i;

/** How many letters of options a message lists. */
const mostTold = 12;

type Open = {
  line: number;
  /** The line, from 1, where lines begin that were left out right above the question; null when there are none. */
  leftOutFrom: number | null;
  /** The names of sections right above the question. */
  headings: string[];
  /** The section of the question, if the paper has several sections. */
  section: string | null;
  /** The first line of the paper's title, for the first question; null for the others. */
  title: string | null;
  /** Whether there is an empty line inside the question's text. */
  isSplit: boolean;
  text: string[];
  letters: string[];
  options: string[];
};

const leftOut = (line: number, message: string): Item => ({ is: 'left-out', line, message });

/** Whether an answer repeats the text of its option, perhaps in brackets. */
const isText = (said: string, option: string) =>
  [
    said,
    said.replace(/^[-–—]\s/, '').replace(/^\(([^()]*)\)$/, '$1'),
    said.replace(/\.$/, ''),
  ].some((each) => looselyComparable(each) === looselyComparable(option));

function close(
  { line, leftOutFrom, headings, section, title, isSplit, text, letters, options }: Open,
  said: string | null,
  sign?: string,
): Item {
  const [, letter, behind, repeated = behind] = oneLetter.exec(said ?? '') ?? [];
  const alike = letters.filter((_, at) => isText(said ?? '', options[at] ?? ''));
  const inWords = letter === undefined && alike.length === 1 && !mayBePlace.test(said ?? '');
  const byText = inWords ? alike[0] : undefined;
  const answer = letter?.toUpperCase() ?? byText ?? said;
  if (answer === null) return leftOut(line, 'Its options are not followed by a line "ANSWER: A".');
  if (letters.some((letter, at) => letter !== String.fromCharCode(65 + at))) {
    const lettered = letters.length > mostTold ? [...letters.slice(0, mostTold), '…'] : letters;
    return leftOut(
      line,
      `Its options are lettered ${lettered.join(', ')}; they must be A, B, C, D, each on a line of its own.`,
    );
  }
  if (options.length > 0 && !/^[A-Z]$/.test(answer))
    return leftOut(line, `The answer "${answer.slice(0, 60)}" is not one letter.`);
  if (options.length === 0) return leftOut(line, 'It has no options, each on a line of its own.');
  const right = options[letters.indexOf(answer)];
  const named =
    sign === undefined ? [] : letters.filter((_, at) => isText(sign, options[at] ?? ''));
  if (named.some((each) => each !== answer))
    return leftOut(
      line,
      `Its answer "${sign}" may be the option that says so or the one in that place. Please write its letter.`,
    );
  if (right === undefined)
    return leftOut(
      line,
      `No option is marked as right: the answer is ${answer}, and the options on lines of their own are ${letters.join(', ')}.`,
    );
  if (repeated && !isText(repeated, right))
    return leftOut(
      line,
      `Its answer "${said?.slice(0, 60)}" names an option by its letter and another text.`,
    );
  const choices = options.map((option, at) => ({
    text: option,
    credit: letters[at] === answer ? 100 : 0,
  }));
  const remarks: string[] = [];
  if (leftOutFrom !== null)
    remarks.push(
      `The lines above it, from line ${leftOutFrom} on, were left out and may belong to it. Please check.`,
    );
  if (isSplit)
    remarks.push(
      'An empty line stands within its text. Please check that what is above it belongs to the question.',
    );
  const numbered = text.flatMap((each, at) => (numberInFront(each) ? [at] : []));
  if (numbered.length === 1 && numbered[0] !== 0 && !isSplit)
    remarks.push(
      `What stands above its number ("${shortened(text[0] ?? '')}") is read as part of it. Please check.`,
    );
  for (const name of headings)
    remarks.push(
      name === section
        ? `The line "${shortened(name)}" above it is the Type of this question and of those below.`
        : `The line "${shortened(name)}" above it was taken for a heading and left out.`,
    );
  if (title !== null)
    remarks.push(
      `What stands above it, from "${shortened(title)}" on, was taken for the title of the paper and left out.`,
    );
  return { is: 'choice', line, type: section, text: text.join('\n'), choices, mark: 1, remarks };
}

/** Whether a line such as "(i) …" or "(P) …" is a statement of the question: the option A follows below it, before the answer. */
function isStatement(raw: string, { letters }: Open, lines: readonly Line[], at: number): boolean {
  const letterOf = (text: string) => {
    const [, bracketed, bare] = optionLine.exec(text) ?? [];
    return (bracketed ?? bare ?? looseOption.exec(text)?.[1])?.toLowerCase();
  };
  const own = letters.length === 0 ? letterOf(raw) : undefined;
  if (own === undefined || own === 'a') return false;
  for (const { text } of lines.slice(at + 1, at + 1 + mostStatements)) {
    if (answerLine.test(text) || looseAnswer.test(text)) return false;
    if (letterOf(text) === 'a') return true;
  }
  return false;
}

function looseOptionOf(raw: string, { letters }: Open, lines: readonly Line[], at: number) {
  const found = looseOption.exec(raw);
  const placeOf = (letter = '') => letter.toUpperCase().charCodeAt(0) - 65;
  if (!found || placeOf(found[1]) !== letters.length) return null;
  if (letters.length > 0) return ['', found[1], '', found[2]];
  const next = lines.slice(at + 1, at + 9).find(({ text }) => text.trim() !== '')?.text ?? '';
  const [, bracketed, bare] = optionLine.exec(next) ?? [];
  const letter = bracketed ?? bare ?? looseOption.exec(next)?.[1];
  return placeOf(letter) === 1 ? ['', found[1], '', found[2]] : null;
}

/** Adds a remark about a line to the question that the line belongs to, or to the first question below it. */
function withLineTold(items: readonly Item[], line: Line | null, say: (said: string) => string) {
  const at = items.findIndex(
    ({ is }, place) =>
      is === 'choice' &&
      (items[place + 1]?.line ?? Number.POSITIVE_INFINITY) > (line?.at ?? Number.POSITIVE_INFINITY),
  );
  const item = items[at];
  if (!line || item?.is !== 'choice') return items;
  return items.with(at, { ...item, remarks: [...item.remarks, say(shortened(line.text.trim()))] });
}

function withMarksTold(items: readonly Item[], lines: readonly Line[]): readonly Item[] {
  const marked = lines.find((line) => line.marked !== undefined)?.marked;
  const first = items.findIndex((item) => item.is === 'choice');
  const item = items[first];
  if (marked === undefined || item?.is !== 'choice') return items;
  const said = `The options that are marked, such as "${shortened(marked)}", are right. Their marks are left out, because candidates must not see them.`;
  return items.with(first, { ...item, remarks: [...item.remarks, said] });
}

/** Reads a paper as people type it, without the title, numbers and notes around its questions. */
function readTyped({ lines, feedback }: Typed): readonly Item[] {
  const begin = belowTitle(lines);
  const { kept, first } = withoutNotes(lines, begin);
  const read: Item[] = [];
  for (const item of readAiken(kept, begin)) {
    read.push(item);
    if (read.length > limits.rows) throw tooManyRows();
  }
  const items = withLineTold(
    withMarksTold(withoutNumbers(withPassages(read)), lines),
    feedback,
    (said) => `"${said}" was left out, and so were other notes that candidates must not see.`,
  );
  return withLineTold(
    items,
    first,
    (said) =>
      `What stands below its answer ("${said}") was left out, and so were such lines below other answers.`,
  );
}

/** @param begin the index of the first line below the title of the paper */
function* readAiken(lines: readonly Line[], begin: number): Generator<Item> {
  let open: Open | null = null;
  let isBelowEmpty = true;
  let isAside = false;
  /** The line where a text without options begins that an answer has just ended; null otherwise. */
  let halfFrom: number | null = null;
  const headings = lines.flatMap(({ text }, place) => headingOf(text.trim(), lines, place) ?? []);
  const areSeveral = new Set(headings.map(comparable)).size > 1;
  let section: string | null = null;
  let title =
    lines
      .slice(0, begin)
      .find(({ text }) => text.trim() !== '')
      ?.text.trim() ?? null;
  for (const [place, { at, text: raw, isStatement: isKnown, sign }] of lines.entries()) {
    const said = raw.trim();
    if (place < begin) continue;
    if (said === '') {
      isBelowEmpty = true;
      isAside = false;
      continue;
    }
    if (isAside) continue;
    let leftOutFrom: number | null = null;
    // A question may begin with a letter and a full stop: "A. P. J. Abdul Kalam".
    const option =
      open && !isKnown && !isStatement(raw, open, lines, place)
        ? (optionLine.exec(raw) ?? looseOptionOf(raw, open, lines, place))
        : null;
    const hasOptions = (open?.options.length ?? 0) > 0;
    const answer = answerLine.exec(raw) ?? (hasOptions ? looseAnswer.exec(raw) : null);
    // Words below options begin the next question, so the previous one has no answer.
    if (open && !option && !answer && open.options.length > 0) {
      yield close(open, null);
      if (!isBelowEmpty) leftOutFrom = open.line;
      open = null;
    }
    const isApart = isBelowEmpty;
    isBelowEmpty = false;
    if (!open && !isApart) leftOutFrom ??= halfFrom;
    halfFrom = null;
    if (!open && !answer && isAsideLine(said, isApart, lines[place + 1]?.text)) {
      isAside = said.endsWith(':'); // then the lines below are also part of the note
      const what = isAside
        ? `The line "${said.slice(0, 60)}", with what follows it up to the next empty line,`
        : `The line "${said.slice(0, 60)}"`;
      yield leftOut(
        at + 1,
        `${what} is no part of a question in Aiken. Please remove it, or write the answer as "ANSWER: A".`,
      );
      continue;
    }
    open ??= {
      ...{ line: at + 1, leftOutFrom, section, title, isSplit: false },
      ...{ headings: [], text: [], letters: [], options: [] },
    };
    title = null;
    const name: string | null = open.text.length === 0 ? headingOf(said, lines, place) : null;
    if (answer) {
      if (open.options.length === 0 && open.text.length > 0) halfFrom = open.line;
      yield close(open, (answer[1] ?? answer[2] ?? '').trim(), sign);
      open = null;
    } else if (option) {
      open.letters.push((option[1] ?? option[2] ?? '').toUpperCase());
      open.options.push(option[3] ?? '');
    } else if (name !== null) {
      open.headings.push(name);
      if (areSeveral) section = name;
      open.section = section;
    } else {
      if (open.text.length === 0) open.line = at + 1;
      if (isApart && open.text.length > 0) open.isSplit = true;
      open.text.push(said);
    }
  }
  if (open) yield close(open, null);
}

/** `feedback` is the first of the notes that were left out. */
type Typed = { lines: readonly Line[]; feedback: Line | null };

function typedLines(whole: readonly Line[]): Typed | null {
  if (whole.length > mostLines) return null;
  const notes = withoutFeedback(whole);
  const { kept, first } = withSolutionsAsKey(notes.kept);
  const lines = aikenLines(kept);
  return lines && { lines, feedback: notes.first ?? first };
}

/** Rewrites a key below the questions, in rows or in a table, as lines of pairs such as "1. A, 2. B". Empty when there is no such key. */
function withKeyInPairs(lines: readonly Line[], rows: Sheet['rows']): Line[] {
  const from = rows.findIndex((row, at) => beginsKey(row, rows[at + 1]));
  const first = rows[from]?.row ?? 0;
  const key = readKey(rows.slice(from));
  if (from === -1 || !key || 'doubt' in key) return [];
  const written = key.sections.flatMap(({ name, answers }) => [
    name,
    [...answers].map(([number, { text }]) => `${number}. ${text}`).join(', '),
  ]);
  return [
    ...lines.filter(({ at }) => at < first - 1),
    ...['Answers', ...written].map((text) => ({ at: first - 1, text })),
  ];
}

/** Whether cells side by side are questions, as in a paper with two columns: each has several lines and begins with its own number. */
function areQuestions(texts: readonly string[]): boolean {
  const numbers = texts.flatMap((text) =>
    text.includes('\n') ? (numberInFront(text)?.number ?? []) : [],
  );
  return texts.length > 1 && new Set(numbers).size === texts.length;
}

/** Reads questions that are typed in the rows of a sheet like a text, as in a Word document; null when the rows aren't such questions. */
export function typedInRows({ rows, isText = false }: Sheet): Iterable<Item> | null {
  const lines: Line[] = [];
  const inFont: [row: number, said: string][] = [];
  for (const { row, cells } of rows) {
    // Empty rows between two rows become an empty line.
    if (row - 1 > (lines.at(-1)?.at ?? -1) + 1) lines.push({ at: row - 2, text: '' });
    if ([...cells.values()].some(({ kind }) => !['text', 'number'].includes(kind))) return null;
    for (const [column, { font }] of cells)
      if (font !== null) inFont.push([row, inForeignFont(font, cellName(column, row))]);
    const [label = '', ...others] = [...cells.values()].map(({ text }) => text);
    // Two cells such as "A" and "Delhi", or "Answer" and "B", become one line.
    const mark = /^[a-d]$/i.test(label) ? ') ' : /^(?:answer|ans)$/i.test(label) ? ': ' : '  ';
    const texts = [label, ...others];
    const said = areQuestions(texts)
      ? texts.join('\n')
      : texts.join(others.length === 1 ? mark : '  ');
    lines.push(...said.split('\n').map((text) => ({ at: row - 1, text })));
  }
  const typed = typedLines(withKeyInPairs(lines, rows)) ?? typedLines(lines);
  if (!typed) return null;
  const items = readTyped(typed);
  const begins = new Map(
    lines.map(({ at, text }): [number, string] => [at + 1, text.trim()]).reverse(),
  );
  const places = items.map(({ line }) => line);
  let font = 0;
  return items.map((item, at): Item => {
    let next = at + 1;
    while (places[next] === item.line) next++;
    const end = places[next] ?? Number.POSITIVE_INFINITY;
    while ((inFont[font]?.[0] ?? end) < item.line) font++;
    const [row = end, said] = inFont[font] ?? [];
    const isAlone = next === at + 1 && places[at - 1] !== item.line;
    const own = item.is === 'choice' && !isAlone ? item.text.split('\n', 1)[0] : undefined;
    const called = isText ? { called: own ?? begins.get(item.line) ?? '' } : {};
    return said !== undefined && row < end
      ? { is: 'left-out', line: item.line, ...called, message: `It is written ${said}` }
      : { ...item, ...called };
  });
}

/** The lines of a file that was already read: `recognises` and `read` both need them. */
const known = new WeakMap<SourceFile, Typed | null>();

function linesOfFile(file: SourceFile): Typed | null {
  const lines =
    known.get(file) ?? (file.plainText === null ? null : typedLines(splitLines(file.plainText)));
  known.set(file, lines);
  return lines;
}

export const aiken = {
  id: 'aiken',
  name: 'Aiken',
  counts: 'line',
  recognises: (file) => (linesOfFile(file) ? 'by-content' : null),
  read: (file) => ({
    are: 'items',
    items: readTyped(linesOfFile(file) ?? { lines: [], feedback: null }),
    haveMarks: false,
    haveMarkup: false,
  }),
} satisfies QuestionFormat;
