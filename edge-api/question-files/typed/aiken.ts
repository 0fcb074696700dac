// Aiken: a question, its options each on a line "A) …" or "A. …", and "ANSWER: B". It knows no types, no
// marks and no line breaks inside an option. As people type it, letters may be small or in brackets, numbers or of Hindi,
// and several options stand in one line.
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
/** "A.red", "A: red", "A - red": options only where they follow each other from A on, for a question may begin so. */
const looseOption = /^\s*([a-z])(?:[.:]|\s[-–—]\s)\s*(\S.*)$/i;
/** The answer where options stand above it that have none yet. */
const looseAnswer =
  /^\s*(?:correct\s)?(?:answer|ans|option)(?:\s*[:.=–—-]+(.*)|\s+(?:is\s+)?(\(?[a-z][).]{0,2})\s*)$/is;
/** "B", "(B)", "B. Mumbai", "B - Mumbai", "B (Mumbai)" */
const oneLetter = /^\(?([A-Z])(?:(?:[).:]|\s(?=\())\s*(.*)|\)?\s[-–—]\s(.*))?$/is;

/** "4" is the fourth option, or the one that says 4. */
const mayBePlace = /^[([]?(?:[1-4]|i{1,3}|iv)[)\].]{0,2}$/i;

/** So many letters of options say what is wrong with them. */
const mostTold = 12;

type Open = {
  line: number;
  /** Where lines begin that were left out right above it, or null. */
  leftOutFrom: number | null;
  /** The names of sections right above it. */
  headings: string[];
  /** The section that it is in, where the paper has several. */
  section: string | null;
  /** What the title above the first one begins with. */
  title: string | null;
  /** Whether an empty line stands within its text. */
  isSplit: boolean;
  text: string[];
  letters: string[];
  options: string[];
};

const leftOut = (line: number, message: string): Item => ({ is: 'left-out', line, message });

/** Whether an answer repeats the text of its option, in brackets perhaps. */
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

/** "(i) …", "(P) …" above the options: a line lettered otherwise is none where the first of four follows before the answer. */
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

/** At the question that the line belongs to, or the first below it. */
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

/** In a paper whose questions have numbers, as people type it: without what stands round its questions. */
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

/** @param begin what stands above is the title of the paper */
function* readAiken(lines: readonly Line[], begin: number): Generator<Item> {
  let open: Open | null = null;
  let isBelowEmpty = true;
  let isAside = false;
  /** Where a text begins that an answer without options has just ended. */
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
    // Words below options begin the next question: the one before was never answered.
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
      isAside = said.endsWith(':'); // then what it names stands below it
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

/** `feedback`: the first of the notes that were left out. */
type Typed = { lines: readonly Line[]; feedback: Line | null };

function typedLines(whole: readonly Line[]): Typed | null {
  if (whole.length > mostLines) return null;
  const notes = withoutFeedback(whole);
  const { kept, first } = withSolutionsAsKey(notes.kept);
  const lines = aikenLines(kept);
  return lines && { lines, feedback: notes.first ?? first };
}

/** With a key that stands below the questions in rows or a table of its own as pairs, as texts have it. */
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

/** Cells side by side that each begin with a number of their own, and go on below, as in a paper in two columns. */
function areQuestions(texts: readonly string[]): boolean {
  const numbers = texts.flatMap((text) =>
    text.includes('\n') ? (numberInFront(text)?.number ?? []) : [],
  );
  return texts.length > 1 && new Set(numbers).size === texts.length;
}

/** Questions that are typed in the rows of a sheet as in a text, as they come from a document; null where they aren't. */
export function typedInRows({ rows, isText = false }: Sheet): Iterable<Item> | null {
  const lines: Line[] = [];
  const inFont: [row: number, said: string][] = [];
  for (const { row, cells } of rows) {
    // An empty row is an empty line.
    if (row - 1 > (lines.at(-1)?.at ?? -1) + 1) lines.push({ at: row - 2, text: '' });
    if ([...cells.values()].some(({ kind }) => !['text', 'number'].includes(kind))) return null;
    for (const [column, { font }] of cells)
      if (font !== null) inFont.push([row, inForeignFont(font, cellName(column, row))]);
    const [label = '', ...others] = [...cells.values()].map(({ text }) => text);
    // "A" beside "Delhi", "Answer" beside "B"
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

/** A file is asked for twice, to know it and to read it. */
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
