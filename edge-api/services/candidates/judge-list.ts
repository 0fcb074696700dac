// Reads the people on a college's list or a cell's roster. Columns are found by their headings. Each row is judged like a
// person typed in by hand, along with room and accommodations if there are columns for them. It is a single pass over the
// rows, with pauses for other requests.
import { setImmediate } from 'node:timers/promises';
import type * as z from 'zod/mini';
import type { ListNote } from '#contract/desk/candidates.ts';
import { accommodationsSchema, personShape } from '#contract/desk/participants.ts';
import { lineSchema } from '#contract/wire/typed.ts';
import {
  foldDigits,
  hasLostLetters,
  looselyComparable,
} from '../../question-files/judge/clean-text.ts';
import { cellName, inForeignFont } from '../../question-files/judge/sheet.ts';
import type { TableRow } from '../../question-files/read-table.ts';
import type { NewPerson } from './add-candidates.ts';
import {
  type CandidateColumns,
  type CandidateField,
  findListHeader,
  nameOnRow,
  nothing,
  readHeader,
  unreadColumns,
} from './list-columns.ts';
import { type BirthDates, orderOf, readBirthDate } from './read-birth-date.ts';

/** A row is a person only if at least one of these is filled in. */
const naming: readonly CandidateField[] = ['fullName', 'mobile', 'email'];
const fields: readonly CandidateField[] = [
  ...naming,
  ...(['room', 'extraPercent', 'largerText', 'reader', 'note', 'uid'] as const),
  ...(['dateOfBirth', 'category'] as const),
];
/** For these, a cell merged over several rows counts for each of the rows, such as one room for many people. */
const shared: readonly CandidateField[] = ['room', 'extraPercent'];
/** Matches what a cell shows instead of a value: #N/A, #REF!, a formula never calculated, a picture. */
const notAValue = /^#[A-Z\d/-]{2,20}[!?]?$/;
/** More than the two largest colleges together. Rows are read until one person too many is found. */
export const MOST_PEOPLE = 2_000;
export type ListedPerson = NewPerson & { row: number; cells: Record<CandidateField, string> };
/** `header` is false when no row names the columns. */
export type JudgedList = {
  header: boolean;
  people: ListedPerson[];
  errors: ListNote[];
  /** The number of rows with a person on them, including faulty ones. */
  named: number;
  /** Rows below the last person, such as totals and signatures. */
  passedOver: ListNote[];
  /** The headings of the columns that were not read. */
  unread: string[];
};

const schemas = {
  fullName: personShape.fullName,
  mobile: personShape.mobile,
  email: personShape.email,
  room: accommodationsSchema.shape.room,
  extraPercent: accommodationsSchema.shape.extraPercent,
  note: accommodationsSchema.shape.note,
  category: lineSchema(40),
};

/** Rows between pauses: checking whether a row of sixty columns is a heading takes almost a millisecond. */
const PAUSE_AFTER = 50;

/** The form of the uids that this server makes. */
const UID = /^[2-9A-HJKMNP-Z]{7}$/;

/** An empty cell means no. Null for anything else that is neither yes nor no. */
function yesOrNo(typed: string): boolean | null {
  if (/^(yes|y|true)$/i.test(typed)) return true; // a ticked box reads as TRUE
  return typed === '' || /^(no|n|false)$/i.test(typed) ? false : null;
}

/** Reads a percentage as people write it: 33, 33 % or 33.0, or 33% as Excel shows a third. NaN for anything else. */
function percentOf(typed: string): number {
  const [, digits] = /^(\d{1,4})(?:\.0{1,4})? ?%?$/.exec(typed.trim()) ?? [];
  return digits === undefined ? Number.NaN : Number(digits);
}

export async function judgeList(
  rows: readonly TableRow[],
  ages: Pick<BirthDates, 'today' | 'minimumAge'>,
): Promise<JudgedList> {
  const sheets = bySheet(rows);
  const lists = [];
  for (const [name, own] of sheets) {
    const found = findListHeader(own);
    if (found) lists.push({ name, ...found });
    await setImmediate();
  }
  const [list, ...others] = lists;
  const judged: JudgedList = {
    header: true,
    people: [],
    errors: [],
    named: 0,
    passedOver: [],
    unread: [],
  };
  if (!list) return { ...judged, header: false };
  const { name: sheet, columns, start } = list;
  const below = (sheets.get(sheet) ?? []).filter(({ row }) => row > start);
  const seen = {
    mobile: new Map<string, ListedPerson>(),
    email: new Map<string, ListedPerson>(),
    uid: new Map<string, ListedPerson>(),
  };
  const lastReached = below.findLastIndex((row) => isReachable(row, columns));
  const born = birthDatesOf(below, columns);
  const headings = new Set<number>();
  for (const [at, row] of below.entries()) {
    if (judged.named > MOST_PEOPLE) break;
    if (at % PAUSE_AFTER === 0) await setImmediate();
    const typed = (field: CandidateField) => {
      const column = columns.of.get(field) ?? -1;
      const own = row.cells[column] ?? '';
      return own === '' && shared.includes(field) ? (row.merged[column] ?? '') : own;
    };
    const orNothing = (field: CandidateField) =>
      nothing.test(typed(field).trim()) ? '' : typed(field);
    const wholeName = nameOnRow(row, columns);
    const mobileTyped = bareMobile(typed('mobile'));
    if (naming.every((field) => typed(field) === '') && wholeName.length === 0) continue; // a serial number alone is not a person
    if (row.row === start + 1 && numbersColumns(row.cells)) continue;
    const cellOf = (field: CandidateField) => cellName(columns.of.get(field) ?? 0, row.row);
    const cells = {
      fullName: cellOf('fullName'),
      mobile: cellOf('mobile'),
      email: cellOf('email'),
      room: cellOf('room'),
      extraPercent: cellOf('extraPercent'),
      largerText: cellOf('largerText'),
      reader: cellOf('reader'),
      note: cellOf('note'),
      uid: cellOf('uid'),
      dateOfBirth: cellOf('dateOfBirth'),
      category: cellOf('category'),
    };
    const note = (field: CandidateField | null, message: string) =>
      judged.errors.push({ row: row.row, cell: field ? cells[field] : '', message });
    const again = hasNumber(row, columns) ? null : readHeader(row.cells);
    if (again) {
      headings.add(row.row);
      if (!sameColumns(again, columns))
        note(
          null,
          'The columns are in another order from here on. Please put all rows under the first headings.',
        );
      continue; // the headings, repeated for another printed page
    }
    if (at > lastReached && row.cells.some((text) => footer.test(text.trim()))) {
      const said = row.cells.flatMap((text) => (text === '' ? [] : text.slice(0, 80)));
      judged.passedOver.push({ row: row.row, cell: '', message: said.join(' ').slice(0, 80) });
      continue;
    }
    judged.named += 1;
    if (row.hidden) {
      note(null, 'This row is hidden in the file. Show it or delete it.');
      continue;
    }
    const faulty =
      fields.find((field) => notAValue.test(typed(field))) ??
      (wholeName.some((part) => notAValue.test(part)) ? 'fullName' : undefined);
    if (faulty) {
      const shown =
        faulty === 'fullName' ? wholeName.find((part) => notAValue.test(part)) : typed(faulty);
      note(faulty, `Excel has no value for this cell (${shown}). Please type it.`);
      continue;
    }
    const fullName = schemas.fullName.safeParse(wholeName.join(' '));
    const mobile = schemas.mobile.safeParse(mobileTyped);
    const address = bareEmail(orNothing('email'));
    const email = schemas.email.safeParse(inNoAddress.test(address) ? '-' : address);
    const nameProblem = problemOfName(wholeName.join(' '), fullName);
    const inFont = fontOf(row, columns);
    if (inFont) {
      judged.errors.push({ row: row.row, ...inFont });
      continue;
    }
    if (nameProblem) note('fullName', nameProblem);
    if (isShortened.test(mobileTyped)) {
      note(
        'mobile',
        'Excel has shortened this number: its last digits are zeros. Please type it in full; if it is right, with a space inside.',
      );
      continue;
    }
    if (!mobile.success) note('mobile', problemOfMobile(typed('mobile'), mobile));
    if (!email.success) note('email', messageOf(email));
    const room = schemas.room.safeParse(typed('room'));
    const extra = typed('extraPercent');
    const extraPercent = schemas.extraPercent.safeParse(extra === '' ? 0 : percentOf(extra));
    if (!room.success) note('room', messageOf(room));
    if (!extraPercent.success)
      note('extraPercent', 'Please type the extra time as a whole percentage from 0 to 200.');
    const largerText = yesOrNo(typed('largerText'));
    const reader = yesOrNo(typed('reader'));
    if (largerText === null) note('largerText', 'Please type Yes or No.');
    if (reader === null) note('reader', 'Please type Yes or No.');
    const told = schemas.note.safeParse(typed('note'));
    if (!told.success) note('note', messageOf(told));
    const uid = typed('uid').toUpperCase();
    const hasUid = uid === '' || UID.test(uid);
    if (!hasUid) note('uid', 'A UID has seven letters and digits.');
    const bornTyped = orNothing('dateOfBirth');
    const birth =
      bornTyped === ''
        ? { day: undefined }
        : readBirthDate(
            { text: bornTyped, day: row.days[columns.of.get('dateOfBirth') ?? -1] },
            { ...born, ...ages },
          );
    if (typeof birth === 'string') note('dateOfBirth', birth);
    const grouped = orNothing('category');
    const category = grouped === '' ? undefined : schemas.category.safeParse(grouped);
    if (category && !category.success) note('category', messageOf(category));
    if (!fullName.success || nameProblem || !mobile.success || !email.success || !hasUid) continue;
    if (!room.success || !extraPercent.success || !told.success) continue;
    if (largerText === null || reader === null) continue;
    if (typeof birth === 'string' || category?.success === false) continue;
    const person = {
      fullName: fullName.data,
      mobile: mobile.data,
      email: email.data?.toLowerCase(),
      room: room.data,
      extraPercent: extraPercent.data,
      ...{ largerText, reader, note: told.data, uid: uid || undefined },
      ...{ dateOfBirth: birth.day, category: category?.data },
      ...{ row: row.row, cells },
    };
    const said = new Set<string>();
    const twice = (field: keyof typeof words, value: string | undefined) => {
      const before = value === undefined ? undefined : seen[field].get(value);
      if (before) {
        const how = isSameName(before.fullName, person.fullName)
          ? 'is the same person. Please delete one of the two rows.'
          : `has the same ${words[field]}, with the name ${before.fullName}.`;
        const message = `Row ${before.row} ${how}`;
        if (!said.has(message)) note(field, message);
        said.add(message);
      } else if (value !== undefined) seen[field].set(value, person);
      return before !== undefined;
    };
    const repeats = [
      ...[twice('mobile', person.mobile), twice('email', person.email)],
      twice('uid', person.uid),
    ];
    if (!repeats.includes(true)) judged.people.push(person);
  }
  judged.errors.push(...hiddenOf(below, columns, start), ...twinsOf(below, columns, start));
  const passed = new Set(judged.passedOver.map(({ row }) => row));
  judged.unread = unreadColumns(
    below.filter(({ row }) => !passed.has(row) && !headings.has(row)),
    columns,
  );
  for (const { name, start: row } of others)
    judged.errors.push({
      row,
      cell: '',
      message: `Sheet “${name}” has a list too. Please put everyone on one sheet.`,
    });
  return judged;
}

/** True for a row that numbers the columns below their headings, as government forms do: (1), (2), (3) … */
const numbersColumns = (cells: readonly string[]) =>
  cells.length > 1 &&
  cells.every((text, at) => {
    const [, digits] = /^\(?(\d{1,2})[).]?$/.exec(text.trim()) ?? [];
    return Number(digits) === at + 1;
  });

/** Notes about columns that are read although they are hidden in the file: their content may belong to another list. */
function hiddenOf(
  below: readonly TableRow[],
  { of, heads }: CandidateColumns,
  row: number,
): ListNote[] {
  const hidden = new Set(below.flatMap(({ hiddenColumns }) => hiddenColumns));
  return [...new Set(of.values())]
    .filter((column) => hidden.has(column))
    .map((column) => ({
      row,
      cell: cellName(column, row),
      message: `The column “${heads[column]}” is hidden in the file. Show it or delete it.`,
    }));
}

/** Notes about two columns with the same meaning but different content: two lists side by side, or a father's number. */
function twinsOf(
  below: readonly TableRow[],
  { twins, heads }: CandidateColumns,
  row: number,
): ListNote[] {
  return twins.flatMap(({ column, other }) => {
    const differ = below.some(
      ({ cells }) => (cells[other] ?? '') !== '' && cells[other] !== cells[column],
    );
    if (!differ) return [];
    const message = `There is “${heads[column]}” in ${cellName(column, row)} already. Please put everyone in one list, one below the other; or delete the column that is not meant.`;
    return [{ row, cell: cellName(other, row), message }];
  });
}

function birthDatesOf(below: readonly TableRow[], { of, heads }: CandidateColumns) {
  const column = of.get('dateOfBirth') ?? -1;
  const cells = below.map(({ cells: row, days }) => ({
    text: row[column] ?? '',
    day: days[column],
  }));
  return orderOf(cells, heads[column] ?? '');
}

/** Columns with text that people read. */
const read: readonly CandidateField[] = ['fullName', 'room', 'category', 'note'];

/** A note about the first cell in a font such as Kruti Dev, which shows other letters than the cell contains. */
function fontOf(
  { row, fonts }: TableRow,
  { of }: CandidateColumns,
): Pick<ListNote, 'cell' | 'message'> | null {
  for (const field of [...read, 'middleName', 'lastName'] as const) {
    const column = of.get(field) ?? -1;
    const font = fonts[column];
    const cell = cellName(column, row);
    if (font !== undefined)
      return { cell, message: `This is written ${inForeignFont(font, cell)}` };
  }
  return null;
}

/** A cell with this many digits holds two numbers, whatever prefixes they have. */
const DIGITS_OF_TWO = 20;

function problemOfMobile(typed: string, read: ReturnType<typeof schemas.mobile.safeParse>) {
  if (typed === '') return 'The mobile number is missing.';
  return typed.replace(/\P{Nd}/gu, '').length >= DIGITS_OF_TWO
    ? 'There are two numbers in this cell. Please keep only the candidate’s own.'
    : messageOf(read);
}

const sameColumns = (a: CandidateColumns, b: CandidateColumns) =>
  a.of.size === b.of.size && [...a.of].every(([field, column]) => b.of.get(field) === column);

/** Matches a signature below a list; it may come with a telephone number, like a candidate's row. */
const signed =
  /^(?:prepared|checked|verified|certified|approved|submitted|sent) by\b|^signature of\b/i;

/**
 * Matches signs that letters turn into when a name is read in the wrong encoding: "Nu¤ez", "S¿nder", "JosÈ", "MŸller",
 * "Pr?ya". In other texts most of these signs may be intended. Òscar and José are correct names and don't match.
 */
const damaged =
  /(?<=\p{L})[\u00a1-\u00a9\u00ab-\u00b3\u00b6\u00b8\u00b9\u00bb-\u00bf×÷†‡ˆ‰‹›‚„˙˜™?≤Θφⁿ]|\?\p{L}|\?\?|(?<=\p{Ll})[À-ÈÊ-ÖØ-Ý]|Ÿ(?=\p{Ll})|[ÂÄÅ][\u0080-\u00bf]/u;

/** Matches names typed for the font Kruti Dev: प्रिया शर्मा is stored as "fiz;k 'kekZ". */
const inKruti = /[a-z];[a-z]|(?<![^\s])'k[a-z]|[a-z][[\\]k/;

function problemOfName(typed: string, read: ReturnType<typeof schemas.fullName.safeParse>) {
  if (typed === '') return 'The name is missing.';
  if (!read.success) return messageOf(read);
  if (inKruti.test(typed))
    return 'This name looks like Hindi typed in a font such as Kruti Dev. Please convert it to Unicode.';
  if (hasLostLetters(typed) || damaged.test(typed))
    return 'The letters of this name look damaged. Please save the list as .xlsx or "CSV UTF-8", or type the name again.';
  if (!/\p{L}/u.test(typed)) return 'The name has no letters.';
  return signed.test(typed) ? 'This does not look like a candidate. Please delete the row.' : null;
}

/** Matches lines that may follow a list: totals, signatures, dates, notes. */
const footer =
  /^(?:(?:grand|sub)?[ -]?total|count|sum|signature|signed|sign|seal|stamp|(?:vice[ -])?principal|h\.?o\.?d|head of|registrar|controller|dean|director|co-?ordinator|(?:faculty |class )?in-?charge|(?:training (?:&|and) )?placements?|t\.?p\.?o\b|(?:prepared|checked|verified|certified|approved)\b|date|place|notes?|remarks?|n\.?b|for office use|कुल|योग|हस्ताक्षर|प्राचार्य|प्रधानाचार्य|मुहर|दिनांक|स्थान|टिप्पणी)(?![\p{L}\p{M}])/iu;

/**
 * True if the row has a person's number, so that it needn't be checked for being a heading. A heading's example in brackets
 * doesn't count.
 */
const hasNumber = ({ cells }: TableRow, { of }: CandidateColumns) =>
  (cells[of.get('mobile') ?? -1] ?? '').replace(/[([][^()[\]]*[)\]]/g, '').replace(/\P{Nd}/gu, '')
    .length >= 6;

/** True if the row has something like a mobile number or an email address. */
const isReachable = ({ cells }: TableRow, { of }: CandidateColumns) =>
  (cells[of.get('mobile') ?? -1] ?? '').replace(/\P{Nd}/gu, '').length >= 6 ||
  (cells[of.get('email') ?? -1] ?? '').includes('@');

/** Compares names, ignoring case, spaces and dots. */
export function isSameName(a: string, b: string): boolean {
  const bare = (name: string) => looselyComparable(name).replace(/[^\p{L}\p{M}\p{N}]/gu, '');
  return bare(a) === bare(b);
}

/** Matches a mobile number that Excel has shortened: 9876543210 saved as 9.877E+09, or as 9877000000. */
const isShortened = /^(?:(?:\+?91|0)?\d{5}0{5}|\d(?:\.\d+)?E\+\d+)$/i;

/** Normalises a mobile number: Indian digits become 0 to 9; invisible characters and prefixes such as `tel:` go. */
const bareMobile = (typed: string) =>
  foldDigits(typed)
    .replace(/\p{Cf}/gu, '')
    .trim()
    .replace(/^(?:tel:|')/i, '')
    .replace(/[\u2010-\u2015]/g, '-')
    .replace(/^(\d{10})\.0+$/, '$1');

/** Longer than any address with what programs add to it. A longer text isn't cleaned, and is refused as it is. */
const LONGEST_TYPED = 1_000;

/** Removes what programs add when they copy an address: `mailto:`, `<>`, a separator at the end. */
const bareEmail = (typed: string) => {
  if (typed.length > LONGEST_TYPED) return typed;
  const plain = typed.replace(/\p{Cf}/gu, '').trim();
  const address = plain.slice(plain.lastIndexOf('<') + 1);
  return address
    .replace(/^mailto:([^?]*).*$/is, '$1')
    .replace(/[>;,.\s]{1,4}$/, '')
    .replace(/(?<!\s)\s+(?=[@.])|(?<=[@.])\s+/g, '');
};

/** Characters that no email address has. They show two addresses in one cell, or a comma instead of a dot. */
const inNoAddress = /[,;:<>()[\]"\\]/;

/** The rows of each sheet, in the file's order. */
function bySheet(rows: readonly TableRow[]): Map<string, TableRow[]> {
  const sheets = new Map<string, TableRow[]>();
  for (const row of rows) {
    const own = sheets.get(row.sheet);
    if (own) own.push(row);
    else sheets.set(row.sheet, [row]);
  }
  return sheets;
}

const words = { mobile: 'mobile number', email: 'email address', uid: 'UID' } as const;

function messageOf(result: { error?: z.core.$ZodError | undefined }): string {
  return result.error?.issues[0]?.message ?? 'This can’t be read.';
}
