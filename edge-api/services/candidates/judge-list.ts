// Who is on a college's list or a cell's roster: its rows by their column names, each judged like a person typed in by hand, with
// the room and what was agreed where columns say it. Pure, and each row is looked at once.
import type * as z from 'zod/mini';
import type { ListNote } from '#contract/desk/candidates.ts';
import { accommodationsSchema } from '#contract/desk/participants.ts';
import { personShape } from '#contract/desk/person.ts';
import { foldDigits } from '../../question-files/judge/clean-text.ts';
import type { TableRow } from '../../question-files/read-table.ts';
import type { NewPerson } from './add-candidates.ts';

type Field = Exclude<keyof typeof names, NamePart>;
/** A name may stand in several columns; its errors are told of the first. */
type NamePart = (typeof nameParts)[number];
const nameParts = ['firstName', 'middleName', 'lastName'] as const;
/** Of which one must be filled in for a row to be somebody. */
const naming: readonly Field[] = ['fullName', 'mobile', 'email'];
const fields: readonly Field[] = [
  ...naming,
  ...(['room', 'extraPercent', 'largerText', 'reader', 'note', 'uid'] as const),
];
/** A cell merged over several rows counts for each of them: one room for many. */
const shared: readonly Field[] = ['room', 'extraPercent'];
/** What stands in place of a value: #N/A, #REF!, a formula never calculated, a picture. */
const notAValue = /^#[A-Z\d/-]{2,20}[!?]?$/;
export type ListedPerson = NewPerson & { row: number; cells: Record<Field, string> };
/** `header` is false where no row names the columns. */
export type JudgedList = {
  header: boolean;
  people: ListedPerson[];
  errors: ListNote[];
  /** Rows with somebody on them, sound or not. */
  named: number;
};

/** Other names of the columns, without case, spaces and signs. */
const names = {
  fullName: [
    'name',
    'fullname',
    'candidatename',
    'nameofthecandidate',
    'nameofcandidate',
    'candidate',
    'studentname',
    'nameofthestudent',
    'nameofstudent',
    'student',
    'candidatesname',
    'studentsname',
  ],
  mobile: [
    'mobile',
    'mobileno',
    'mobilenumber',
    'mobilenum',
    'phone',
    'phoneno',
    'phonenumber',
    'contact',
    'contactno',
    'contactnumber',
    'cell',
    'cellno',
    'whatsapp',
    'whatsappno',
    'whatsappnumber',
  ],
  email: ['email', 'emailid', 'emailaddress', 'mail', 'mailid'],
  room: [
    'room',
    'roomno',
    'roomnumber',
    'hall',
    'hallno',
    'lab',
    'labno',
    'venue',
    'examroom',
    'examhall',
  ],
  extraPercent: ['extratime', 'extratimepercent', 'extratimeinpercent', 'compensatorytime'],
  largerText: ['largertext'],
  reader: ['reader'],
  note: ['accommodationnote'],
  uid: ['uidofthemainsite'], // “UID” alone may be anybody's number
  firstName: ['firstname', 'givenname'],
  middleName: ['middlename'],
  lastName: ['lastname', 'surname', 'familyname'],
} satisfies Record<string, readonly string[]>;

/** Titles may stand above the header. */
const HEADER_WITHIN = 30;

const schemas = {
  fullName: personShape.fullName,
  mobile: personShape.mobile,
  email: personShape.email,
  room: accommodationsSchema.shape.room,
  extraPercent: accommodationsSchema.shape.extraPercent,
  note: accommodationsSchema.shape.note,
};

/** As this server makes them. */
const UID = /^[2-9A-HJKMNP-Z]{7}$/;

/** Null for what is neither. */
function yesOrNo(typed: string): boolean | null {
  if (/^(yes|y)$/i.test(typed)) return true;
  return typed === '' || /^(no|n)$/i.test(typed) ? false : null;
}

/** As people write it: 33, 33 % or 33.0; Excel shows a third of the time as 33%. */
function percentOf(typed: string): number {
  const [, digits] = /^(\d{1,4})(?:\.0{1,4})? ?%?$/.exec(typed.trim()) ?? [];
  return digits === undefined ? Number.NaN : Number(digits);
}

export function judgeList(rows: readonly TableRow[]): JudgedList {
  const sheets = bySheet(rows);
  const lists = [...sheets].flatMap(([name, own]) => {
    const found = findHeader(own);
    return found ? [{ name, start: own[found.at]?.row ?? 0, columns: found.columns }] : [];
  });
  const [list, ...others] = lists;
  if (!list) return { header: false, people: [], errors: [], named: 0 };
  const { name: sheet, columns, start } = list;
  const judged: JudgedList = { header: true, people: [], errors: [], named: 0 };
  const seen = {
    mobile: new Map<string, number>(),
    email: new Map<string, number>(),
    uid: new Map<string, number>(),
  };
  for (const row of sheets.get(sheet) ?? []) {
    if (row.row <= start) continue;
    const typed = (field: Field) => {
      const column = columns.get(field) ?? -1;
      const own = row.cells[column] ?? '';
      return own === '' && shared.includes(field) ? (row.merged[column] ?? '') : own;
    };
    const wholeName = nameOnRow(row, columns);
    const mobileTyped = bareMobile(typed('mobile'));
    if (naming.every((field) => typed(field) === '') && wholeName.length === 0) continue; // a serial number alone is nobody
    judged.named += 1;
    const cellOf = (field: Field) => cellName(columns.get(field) ?? 0, row.row);
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
    };
    const note = (field: Field | null, message: string) =>
      judged.errors.push({ row: row.row, cell: field ? cells[field] : '', message });
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
    const email = schemas.email.safeParse(bareEmail(typed('email')));
    if (!fullName.success)
      note('fullName', wholeName.length > 0 ? messageOf(fullName) : 'The name is missing.');
    if (isShortened.test(mobileTyped)) {
      note(
        'mobile',
        'Excel has shortened this number: its last digits are zeros. Please type it in full; if it is right, with a space inside.',
      );
      continue;
    }
    if (!mobile.success)
      note('mobile', typed('mobile') ? messageOf(mobile) : 'The mobile number is missing.');
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
    if (!fullName.success || !mobile.success || !email.success || !hasUid) continue;
    if (!room.success || !extraPercent.success || !told.success) continue;
    if (largerText === null || reader === null) continue;
    const person = {
      fullName: fullName.data,
      mobile: mobile.data,
      email: email.data?.toLowerCase(),
      room: room.data,
      extraPercent: extraPercent.data,
      ...{ largerText, reader, note: told.data, uid: uid || undefined },
    };
    const twice = (field: keyof typeof words, value: string | undefined) => {
      const before = value === undefined ? undefined : seen[field].get(value);
      if (before !== undefined) note(field, `Row ${before} has the same ${words[field]}.`);
      else if (value !== undefined) seen[field].set(value, row.row);
      return before !== undefined;
    };
    const repeats = [
      ...[twice('mobile', person.mobile), twice('email', person.email)],
      twice('uid', person.uid),
    ];
    if (!repeats.includes(true)) judged.people.push({ ...person, row: row.row, cells });
  }
  for (const { name, start: row } of others)
    judged.errors.push({
      row,
      cell: '',
      message: `Sheet “${name}” has a list too. Please put everyone on one sheet.`,
    });
  return judged;
}

/** The parts of a name that stand in columns of their own; one that the name has already is not said twice. */
function nameOnRow({ cells }: TableRow, columns: ReadonlyMap<Field | NamePart, number>): string[] {
  const parts: string[] = [];
  const hasOwn = columns.get('fullName') !== columns.get('firstName');
  for (const field of ['fullName', 'middleName', 'lastName'] as const) {
    const part = (cells[columns.get(field) ?? -1] ?? '').trim();
    const said = hasOwn && parts.join(' ').toLowerCase().split(/\s+/).includes(part.toLowerCase());
    if (part !== '' && !said) parts.push(part);
  }
  return parts;
}

/** What 9876543210 became in a file that Excel saved as 9.877E+09, as text or as 9877000000. */
const isShortened = /^(?:(?:\+?91|0)?\d{5}0{5}|\d(?:\.\d+)?E\+\d+)$/i;

/** Indian digits as 0 to 9, without signs that don't show and what tells that it is a number to call. */
const bareMobile = (typed: string) =>
  foldDigits(typed)
    .replace(/\p{Cf}/gu, '')
    .trim()
    .replace(/^(?:tel:|')/i, '')
    .replace(/^00(?=91)/, '+')
    .replace(/[\u2010-\u2015]/g, '-')
    .replace(/^(\d{10})\.0+$/, '$1');

/** As programs copy an address: with mailto:, in <>, or the end of a list. */
const bareEmail = (typed: string) => {
  const plain = typed.replace(/\p{Cf}/gu, '').trim();
  const address = plain.slice(plain.lastIndexOf('<') + 1);
  return address.replace(/^mailto:/i, '').replace(/[>;,]{1,2}$/, '');
};

/** In the file's order. */
function bySheet(rows: readonly TableRow[]): Map<string, TableRow[]> {
  const sheets = new Map<string, TableRow[]>();
  for (const row of rows) {
    const own = sheets.get(row.sheet);
    if (own) own.push(row);
    else sheets.set(row.sheet, [row]);
  }
  return sheets;
}

const words = { mobile: 'mobile number', email: 'e-mail address', uid: 'UID' } as const;

function messageOf(result: { error?: z.core.$ZodError | undefined }): string {
  return result.error?.issues[0]?.message ?? 'This can’t be read.';
}

function findHeader(
  rows: readonly TableRow[],
): { at: number; columns: ReadonlyMap<Field | NamePart, number> } | null {
  for (const [at, { cells, hidden }] of rows.slice(0, HEADER_WITHIN).entries()) {
    if (hidden) continue;
    const heads = cells.map((text) => {
      const plain = text.normalize('NFKC').toLowerCase();
      const bare = plain.replace(/[([][^()[\]]*[)\]]/g, ''); // "Name (in capital letters)"
      return [plain, bare].map((head) => head.replace(/[^a-z]/g, ''));
    });
    const columns = new Map<Field | NamePart, number>();
    for (const field of [...fields, ...nameParts]) {
      const known: readonly string[] = names[field];
      const column = heads.findIndex((ways) => ways.some((head) => known.includes(head)));
      if (column >= 0) columns.set(field, column);
    }
    const first = columns.get('firstName');
    if (!columns.has('fullName') && first !== undefined) columns.set('fullName', first);
    if (columns.has('fullName') && columns.has('mobile')) return { at, columns };
  }
  return null;
}

/** Column 2 of row 7 is C7. */
function cellName(column: number, row: number): string {
  const letter = (place: number) => String.fromCharCode(65 + place);
  const second = letter(column % 26);
  return `${column < 26 ? second : letter(Math.floor(column / 26) - 1) + second}${row}`;
}
