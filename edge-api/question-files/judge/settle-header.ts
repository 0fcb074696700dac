// Decides which of several columns is meant when the headings alone don't tell. The rows below decide, or the languages in the headings.
import type { QuestionField } from '../question-file.ts';
import type { Header } from './map-header.ts';
import type { Row } from './sheet.ts';

/** The number in a text that may only number a row: "1", "Q.2", "(3)". Null for other texts. */
export function serialOf(text: string): number | null {
  const [, digits] = /^\W{0,3}[a-z]{0,3}\W{0,3}(\d{1,6})\W{0,3}$/i.exec(text) ?? [];
  return digits === undefined ? null : Number(digits);
}

/** Headings of columns that number the rows, without spaces and signs. */
const counters = new Set(
  's sr sl sno srno slno serial serialno serialnumber no number id qno qid qsno queno quesno qnumber questionno questionnumber questionid row rowno item itemno index क्र क्रसं क्रमांक अनुक्रमांक प्रक्र प्रश्नक्रमांक प्रश्नसंख्या'.split(
    ' ',
  ),
);

export const countsRows = (heading: string) =>
  counters.has(
    heading
      .slice(0, 100)
      .toLowerCase()
      .replace(/[^\p{L}\p{M}]/gu, ''),
  );

export function settleHeader(found: Header, rows: readonly Row[]): Header {
  const below = rows.filter(({ row }) => row > found.row);
  const header = withoutCounter(withoutEmptyRepeats(found, below), below);
  return inTwoLanguages(withoutKinds(withoutCountedTypes(header, below), below));
}

const isNumber = (text: string) => /^\(?\d+[.)]{0,2}$/.test(text);

/** Whether the texts are consecutive numbers: 1, 2, 3 … or from another number on. */
function count(texts: readonly string[]): boolean {
  const first = serialOf(texts[0] ?? '') ?? 0;
  return texts.length > 1 && texts.every((text, at) => serialOf(text) === first + at);
}

/** The texts of a column in the rows that have options. */
function textsBelow({ columns }: Header, below: readonly Row[], column: number): string[] {
  const options = columns.get('OptionOne') ?? -1;
  return below.flatMap(({ cells }) => (cells.has(options) ? (cells.get(column)?.text ?? []) : []));
}

/** "Part" or "Topic" above 1, 2, 3 … isn't the Type, because each question would have a Type of its own. */
function withoutCountedTypes(header: Header, below: readonly Row[]): Header {
  const column = header.columns.get('Type') ?? -1;
  const texts = textsBelow(header, below, column);
  const isNamedSo = /^\s*type\s*$/i.test(header.cells.get(column)?.text ?? '');
  const rows = textsBelow(header, below, header.columns.get('OptionOne') ?? -1).length;
  if (isNamedSo || texts.length < Math.max(3, rows) || !count(texts) || !texts.every(isNumber))
    return header;
  const columns = new Map(header.columns);
  columns.delete('Type');
  return { ...header, columns };
}

const ofKinds = new Set(
  'mcq mcqs mc msq mr sca scq multiple single choice choices correct answer select question questions objective type radio text checkbox checkboxes fill blank blanks open ended poll true false tf in the default is'.split(
    ' ',
  ),
);

/** "Question Type" above MCQ, MCQ, MCQ isn't the section, nor is "Type" above such words when another column, "Subject", names it. */
function withoutKinds(header: Header, below: readonly Row[]): Header {
  const column = header.columns.get('Type') ?? -1;
  const isKind = (text: string) =>
    (
      text
        .slice(0, 60)
        .toLowerCase()
        .match(/[\p{L}\p{M}]+/gu) ?? ['']
    ).every((word) => ofKinds.has(word));
  const other = header.unused.find(
    ({ field, column: at }) =>
      field === 'Type' && textsBelow(header, below, at).some((text) => !isKind(text)),
  );
  const texts = textsBelow(header, below, column);
  if (texts.length === 0 || !texts.every(isKind)) return header;
  if (!other) {
    const isNamed = /ques/i.test(header.cells.get(column)?.text ?? '');
    const columns = [...header.columns].filter(([field]) => field !== 'Type' || !isNamed);
    return { ...header, columns: new Map(columns) };
  }
  const text = header.cells.get(column)?.text.replace(/\s+/g, ' ') ?? '';
  return {
    ...header,
    columns: new Map(header.columns).set('Type', other.column),
    unused: header.unused.map((each) =>
      each.field !== 'Type'
        ? each
        : each === other
          ? { ...each, text, used: each.text, column }
          : { ...each, used: other.text },
    ),
  };
}

/** Of two columns with the same heading, ignores the one that is empty below. */
function withoutEmptyRepeats(header: Header, below: readonly Row[]): Header {
  const isEmpty = (column: number) =>
    below.every(({ cells }) => (cells.get(column)?.text ?? '').trim() === '');
  const columns = new Map(header.columns);
  const clashes = header.clashes.filter(({ field, columns: [, repeated] }) => {
    const first = columns.get(field) ?? repeated;
    if (isEmpty(repeated)) return false;
    if (!isEmpty(first)) return true;
    columns.set(field, repeated);
    return false;
  });
  return { ...header, columns, clashes };
}

/** "Q." or "Question" above 1, 2, 3 … only numbers the questions. Another column has their texts, or none has. */
function withoutCounter(header: Header, below: readonly Row[]): Header {
  const column = header.columns.get('Questions');
  if (column === undefined) return header;
  const [other] = header.unused.filter(({ field }) => field === 'Questions');
  const [clash] = header.clashes.filter(({ field }) => field === 'Questions');
  const next = other?.column ?? clash?.columns[1];
  const isShort = (header.cells.get(column)?.text ?? '').length < 5;
  const texts = textsBelow(header, below, column);
  const counts = count(texts) && (isShort || next !== undefined || texts.every(isNumber));
  if (!counts) return header;
  const columns = new Map(header.columns);
  if (next === undefined) columns.delete('Questions');
  else columns.set('Questions', next);
  return {
    ...header,
    columns,
    unused: header.unused.filter((each) => each !== other),
    clashes: header.clashes.filter((each) => each !== clash),
  };
}

const languages = [
  'english eng en',
  'hindi hin hi हिन्दी हिंदी',
  'telugu tel te',
  'tamil tam ta',
  'marathi mar mr',
  'gujarati guj gu',
  'bengali bangla ben bn',
  'kannada kan kn',
  'malayalam mal ml',
  'punjabi pun pa',
  'odia oriya od',
  'urdu ur',
  'assamese asm',
  'regional',
].map((names) => new Set(names.split(' ')));

/**
 * The index of the language that a heading names. A heading that names none is English when it is in Latin letters, and of an unlisted
 * language otherwise.
 */
function languageOf(heading: string): number {
  const words =
    heading
      .replace(/(?<=\p{Ll})(?=\p{Lu})|(?<=[A-D])(?=\p{Lu}\p{Ll})/gu, ' ') // "textHi", "optionAHi"
      .toLowerCase()
      .match(/[\p{L}\p{M}]+/gu) ?? [];
  const named = languages.findIndex((names) => words.some((word) => names.has(word)));
  if (named !== -1) return named;
  return /[^\P{L}\p{Script=Latin}]/u.test(heading) ? languages.length : 0;
}

const inBoth: readonly QuestionField[] = [
  'Questions',
  'OptionOne',
  'OptionTwo',
  'OptionThree',
  'OptionFour',
];

type Clash = Header['clashes'][number];

/** Whether a clash is two columns of answers that must agree: with the same heading, or in two languages. */
export const isSecondAnswer = ({ field, texts: [one, other] }: Clash) =>
  field === 'CorrectAnswer' &&
  (one.toLowerCase() === other.toLowerCase() || languageOf(one) !== languageOf(other));

/** Further columns of answers. */
export const otherAnswers = ({ clashes, unused }: Header): number[] => [
  ...clashes.filter(isSecondAnswer).map(({ columns: [, column] }) => column),
  ...unused.flatMap(({ field, column }) => (field === 'CorrectAnswer' ? column : [])),
];

/** With "Question (English)" beside "Question (Hindi)", both are the question. Options, which may be numbers, may be there only once. */
function inTwoLanguages(header: Header): Header {
  const columns = new Map(header.columns);
  const second = new Map<QuestionField, number>();
  const pairs = [
    ...header.clashes.map(({ field, texts, columns: [one, other] }) => ({
      field,
      ...{ texts, one, other },
    })),
    ...header.unused.map(({ field, used, text, column }) => ({
      field,
      texts: [used, text] as const,
      one: header.columns.get(field) ?? column,
      other: column,
    })),
  ].filter(({ field }) => inBoth.includes(field));
  const isPair = pairs.every(
    ({ field, texts: [one, other] }) =>
      pairs.filter((each) => each.field === field).length === 1 &&
      languageOf(one) !== languageOf(other),
  );
  if (!isPair) return header;
  for (const { field, one, other } of pairs) {
    columns.set(field, Math.min(one, other));
    second.set(field, Math.max(one, other));
  }
  return {
    ...header,
    columns,
    second,
    clashes: header.clashes.filter(({ field }) => !inBoth.includes(field)),
    unused: header.unused.filter(({ field }) => !inBoth.includes(field)),
  };
}
