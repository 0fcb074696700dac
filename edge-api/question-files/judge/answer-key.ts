// An answer key that is separate from its questions: on another sheet, below the questions or to their right. The key is used only when its
// numbers leave no doubt which answer belongs to which question. Otherwise a sentence says why it isn't used.

import { cleanText, comparable, foldDigits } from './clean-text.ts';
import { type Header, headerAgain, neededFields } from './map-header.ts';
import { beginsKey, headingsOf, isCalled, type Key, readKey, type Sections } from './read-key.ts';
import { countsRows, serialOf } from './settle-header.ts';
import { columnName, type Row, type Sheet } from './sheet.ts';

// The numbers of the questions.

/** The number in front of a question's text: "1. ", "Q2) ", "Q.3: ". */
const ownNumber =
  /^\s{0,9}(?:q(?:ue(?:s(?:tion)?)?)?[. ]{0,2}(?:no[. ]{0,2})?)?(\d{1,4})\s{0,3}[.):-](?!\d)/i;

const textOf = ({ cells }: Row, column = -1) => cells.get(column)?.text ?? '';

/** The rows that look like questions, in the order of the sheet. */
const questionRows = ({ rows }: Sheet, header: Header) =>
  rows.filter(
    (each) =>
      each.row > header.row &&
      headerAgain(header, each) === null &&
      textOf(each, header.columns.get('Questions')) !== '' &&
      textOf(each, header.columns.get('OptionTwo')) !== '',
  );

/** How many columns without a known heading are searched for the numbers of the questions. */
const mostColumns = 20;

/**
 * The numbers of the questions, from a column of their own or from the front of their texts.
 * @param again whether a number may repeat further down, as when each section counts from 1
 * @returns null when a question has no number, or when two have the same one and `again` is false
 */
function ownNumbers(sheet: Sheet, header: Header, again = false): number[] | null {
  const questions = questionRows(sheet, header);
  const known = new Set([...header.columns.values(), ...header.second.values()]);
  const columns = [...(questions[0]?.cells.keys() ?? [])]
    .filter((column) => !known.has(column))
    .slice(0, mostColumns);
  const ways = [
    ...columns.map((column) => (row: Row) => serialOf(textOf(row, column))),
    (row: Row) => {
      const text = textOf(row, header.columns.get('Questions')).slice(0, 40);
      const [, digits] = ownNumber.exec(foldDigits(text)) ?? [];
      return digits === undefined ? null : Number(digits);
    },
  ];
  for (const way of ways) {
    const numbers = questions.flatMap((row) => way(row) ?? []);
    if (numbers.length === questions.length && (again || new Set(numbers).size === numbers.length))
      return numbers;
  }
  return null;
}

/** The section of each question, counted from 0. A number that isn't greater than the previous one begins a new section. */
function sectionsOf(numbers: readonly number[]): number[] {
  let section = 0;
  return numbers.map((number, at) => {
    if (at > 0 && number <= (numbers[at - 1] ?? 0)) section++;
    return section;
  });
}

// Keys on the same sheet as the questions.

type Found = { sheet: Sheet; header: Header };
/** The questions without the key, and the key. `place` is the place of the key, in words for a note. */
type Split = { questions: Found; key: Key; place: string };

const withoutAnswers = (header: Header): Header => {
  const columns = new Map(header.columns);
  columns.delete('CorrectAnswer');
  const other = ({ field }: { field: string }) => field !== 'CorrectAnswer';
  return {
    ...header,
    columns,
    clashes: header.clashes.filter(other),
    unused: header.unused.filter(other),
  };
};

/** Splits off a key below the questions. It begins at the first row that can only be the first row of a key. */
function splitBelow({ sheet, header }: Found): Split | null {
  const at = sheet.rows.findIndex(
    (row, place) => row.row > header.row && beginsKey(row, sheet.rows[place + 1]),
  );
  const key = at === -1 ? null : readKey(sheet.rows.slice(at));
  const rows = sheet.rows.slice(0, at);
  const place = `the answer key below them (row ${sheet.rows[at]?.row})`;
  return key && { questions: { sheet: { ...sheet, rows }, header }, key, place };
}

/** Splits off a key to the right of the last column of the questions. */
function splitRight({ sheet, header }: Found): Split | null {
  const last = Math.max(...header.columns.values(), ...header.second.values());
  const part = (isKey: boolean) =>
    sheet.rows.flatMap((row) => {
      const cells = new Map([...row.cells].filter(([column]) => column > last === isKey));
      return cells.size > 0 ? [{ ...row, cells }] : [];
    });
  const right = part(true);
  const key = readKey(right);
  if (!key) return null;
  const column = right.reduce((least, { cells }) => Math.min(least, ...cells.keys()), 99_999);
  const place = `the answer key right of them (column ${columnName(column)})`;
  return { questions: { sheet: { ...sheet, rows: part(false) }, header }, key, place };
}

/**
 * Whether the column of answers is part of a separate key: the answers belong to numbers beside them, which aren't the numbers of the
 * questions in the same rows.
 */
function isApart({ sheet, header }: Found, column: number): boolean {
  const questions = questionRows(sheet, header);
  const texts = questions.flatMap((row) => serialOf(textOf(row, column)) ?? []);
  const counts = texts.every((number, at) => number === (texts[0] ?? 0) + at);
  if (texts.length > 4 && texts.length * 2 > questions.length && counts) return true;
  if (header.clashes.some(({ field }) => field === 'CorrectAnswer'))
    return headingsOf({ row: header.row, hidden: false, cells: header.cells }) !== null;
  if (!countsRows(header.cells.get(column - 1)?.text ?? '')) return false;
  const numbers = questions.map((row) => serialOf(textOf(row, column - 1)));
  const bare = withoutAnswers(header);
  const last = Math.max(...bare.columns.values());
  const rows = questions.map((row) => ({
    ...row,
    cells: new Map([...row.cells].filter(([each]) => each <= last)),
  }));
  const own = ownNumbers({ ...sheet, rows }, bare);
  const all = new Set(own);
  return (
    own !== null &&
    numbers.every((number) => number === null || all.has(number)) &&
    numbers.some((number, at) => number !== own[at])
  );
}

/** The table without a column of answers that is missing, empty or part of a separate key; null when the answers are beside the questions. */
function withoutOwnAnswers({ sheet, header }: Found): Found | null {
  const column = header.columns.get('CorrectAnswer');
  const isEmpty = questionRows(sheet, header).every((row) => textOf(row, column) === '');
  const lacks = column === undefined || isEmpty || isApart({ sheet, header }, column);
  const bare = withoutAnswers(header);
  return lacks && neededFields.filter((field) => !bare.columns.has(field)).length === 1
    ? { sheet, header: bare }
    : null;
}

const mostNamed = 10;
const listed = (names: readonly string[]) =>
  names.slice(0, mostNamed).join(', ') + (names.length > mostNamed ? ' …' : '');

export type Answered = {
  found: Found;
  note: string | null;
  /** Why the key was not used: a sentence that begins with a space, or an empty text when the key was used. */
  doubt: string;
};

/** The names that the section of each question may have: the sheet's name, the question's Type, or a line with a single cell above it. */
function namesOf({ sheet, header }: Found): string[][] {
  const questions = new Set(questionRows(sheet, header));
  let line = '';
  return sheet.rows.flatMap((row) => {
    if (questions.has(row)) return [[sheet.name, textOf(row, header.columns.get('Type')), line]];
    if (row.row > header.row && row.cells.size === 1) [line = ''] = textsOf(row);
    return [];
  });
}

const textsOf = ({ cells }: Row) => [...cells.values()].map(({ text }) => text);

/**
 * The sections of the key in the order of the questions' sections: by name when each name of the key matches exactly one of them, unchanged
 * when no name matches any, null otherwise.
 */
function inTheirOrder(all: readonly Found[], places: readonly number[], sections: Sections) {
  const names = all.flatMap(namesOf);
  const named = sections.map(
    ({ name }) =>
      new Set(places.filter((_, at) => names[at]?.some((line) => isCalled(name, line)))),
  );
  if (named.every(({ size }) => size === 0)) return sections;
  const order = named.flatMap((found) => (found.size === 1 ? [...found] : []));
  return new Set(order).size === sections.length
    ? sections.map((_, place) => sections[order.indexOf(place)] ?? sections[place])
    : null;
}

/** Gives each question the answer with its number; with several sections, the answer of its own section. */
function join(all: readonly Found[], key: Key, place: string): Answered[] {
  const refused = (why: string) =>
    all.map((found) => ({
      found,
      note: null,
      doubt: ` ${place.charAt(0).toUpperCase()}${place.slice(1)} can't be used: ${why}.`,
    }));
  if ('doubt' in key) return refused(key.doubt);
  const { sections } = key;
  const isSplit = sections.length > 1;
  const own = all.map(({ sheet, header }) => ownNumbers(sheet, header, isSplit));
  const counts = all.map(({ sheet, header }) => questionRows(sheet, header).length);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const asked = own.flatMap((each) => each ?? []);
  const isNumbered = asked.length === total;
  const numbers = isNumbered ? asked : Array.from({ length: total }, (_, at) => at + 1);
  const places = isSplit ? sectionsOf(numbers) : numbers.map(() => 0);
  const there = (places.at(-1) ?? 0) + 1;
  if (isSplit && !(isNumbered && there === sections.length))
    return refused(
      `it counts anew ${sections.length} times, and the numbers of the questions ${isNumbered ? `${there} time${there === 1 ? '' : 's'}` : 'are not there one by one'}`,
    );
  const ordered = isSplit ? inTheirOrder(all, places, sections) : sections;
  if (!ordered) return refused('its sections and those of the questions have different names');
  const nameOf = (number: number, section: number) =>
    isSplit ? `${number} of section ${section + 1}` : `${number}`;
  const names = numbers.map((number, at) => nameOf(number, places[at] ?? 0));
  const answers = new Map(
    ordered.flatMap((section, at) =>
      [...(section?.answers ?? [])].map(
        ([number, answer]) => [nameOf(number, at), answer] as const,
      ),
    ),
  );
  if (new Set(names).size < names.length)
    return refused('more than one question has the same number');
  const known = new Set(names);
  const unasked = [...answers.keys()].filter((name) => !known.has(name));
  const open = names.filter((name) => !answers.has(name));
  if (!isNumbered && (unasked.length > 0 || open.length > 0))
    return refused(
      `the questions are not numbered one by one, and there are ${total} of them and ${answers.size} answers${open.length > 0 ? ` (none for ${listed(open)})` : ''}`,
    );
  if (unasked.length === answers.size) return refused('none of its numbers is that of a question');
  let at = 0;
  return all.map(({ sheet, header }, of) => {
    const mine = names.slice(at, at + (counts[of] ?? 0));
    at += mine.length;
    const column = 1 + sheet.rows.reduce((most, { cells }) => Math.max(most, ...cells.keys()), 0);
    const questionOf = new Map(questionRows(sheet, header).map(({ row }, nth) => [row, mine[nth]]));
    const rows = sheet.rows.map((row) => {
      const answer = answers.get(questionOf.get(row.row) ?? '');
      return answer ? { ...row, cells: new Map(row.cells).set(column, answer) } : row;
    });
    const columns = new Map(header.columns).set('CorrectAnswer', column);
    const without = mine.filter((name) => open.includes(name));
    const how = isSplit
      ? 'by the numbers of the questions in each section'
      : isNumbered
        ? 'by the numbers of the questions'
        : 'in the order of the questions';
    const lacks = without.length > 0 ? ` It has no answer for ${listed(without)}.` : '';
    const more =
      unasked.length > 0
        ? ` It also has answers for ${listed(unasked)}, which no question has.`
        : '';
    return {
      found: { sheet: { ...sheet, rows }, header: { ...header, columns } },
      note: `The answers are read from ${place}, ${how}.${lacks}${more} Please check some of them.`,
      doubt: '',
    };
  });
}

/**
 * Finds the sheets whose answers are in a separate key.
 * @returns `answered`: the outcome for each of these sheets; `used`: the sheets that are keys and were used
 */
export function withAnswerKeys(found: readonly { sheet: Sheet; header: Header | null }[]) {
  const answered = new Map<Sheet, Answered>();
  const used = new Set<Sheet>();
  const rest: { whole: Sheet; bare: Found }[] = [];
  for (const { sheet, header } of found) {
    const bare = header && !sheet.hidden ? withoutOwnAnswers({ sheet, header }) : null;
    if (!bare) continue;
    const splits = [splitBelow(bare), splitRight(bare)].flatMap((split) => split ?? []);
    const split = splits.find(({ key }) => 'sections' in key) ?? splits[0];
    const [own] = split ? join([split.questions], split.key, split.place) : [];
    if (own) answered.set(sheet, own);
    if (own?.doubt !== '') rest.push({ whole: sheet, bare });
  }
  if (rest.length === 0) return { answered, used };
  const keys = found.flatMap(({ sheet, header }) => {
    const key = header ? null : readKey(sheet.rows);
    return key ? [{ sheet, key }] : [];
  });
  const good = keys.filter(({ sheet, key }) => 'sections' in key && !sheet.hidden);
  const [one = keys[0], other] = good;
  if (!one) return { answered, used };
  const name = comparable(cleanText(one.sheet.name));
  const doubt = one.sheet.hidden
    ? 'it is hidden, and only what people see is read'
    : other && `sheet "${comparable(cleanText(other.sheet.name))}" is one, too`;
  const bare = rest.map((each) => each.bare);
  const joined = join(bare, doubt ? { doubt } : one.key, `the answer key in sheet "${name}"`);
  for (const [at, { whole }] of rest.entries()) {
    const each = joined[at];
    if (!each || (each.doubt !== '' && answered.has(whole))) continue;
    answered.set(whole, each);
    if (each.doubt === '') used.add(one.sheet);
  }
  return { answered, used };
}
