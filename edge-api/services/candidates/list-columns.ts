// Recognises the columns of a college's list by their headings, in English or an Indian language, ignoring case, spaces and
// signs. If two headings fit, the better one is taken. Two that fit equally well are `twins`, so that nobody has to guess.
import { columnName } from '../../question-files/judge/sheet.ts';
import type { TableRow } from '../../question-files/read-table.ts';

/** The names of each column, best first. Names on the same line are equally good. */
const names = {
  fullName: [
    'name names fullname nameinfull candidatename nameofthecandidate nameofcandidate candidate studentname nameofthestudent nameofstudent student applicant aspirant displayname stuname sname candidatesname studentsname नाम पूरानाम अभ्यर्थीकानाम छात्रकानाम परीक्षार्थीकानाम विद्यार्थीकानाम आवेदककानाम उम्मीदवारकानाम नाव विद्यार्थ्याचेनाव उमेदवाराचेनाव నామము పేరు విద్యార్థిపేరు பெயர் மாணவர்பெயர் নাম ছাত্রেরনাম નામ વિદ્યાર્થીનુંનામ ಹೆಸರು ವಿದ್ಯಾರ್ಥಿಯಹೆಸರು പേര് ਨਾਮ ਨਾਂ ନାମ',
  ],
  mobile: [
    'mobile mobiles mobileno mobilenos mobilenumber mobilenumbers mobilenum mobilephone mobilecontact mobilecontactno mob mobno mobnumber मोबाइल मोबाईल मोबाइलनंबर मोबाईलनंबर मोबाइलनम्बर मोबाइलन मोबाइलनं मोबाइलक्रमांक मोबाइलसंख्या मोबाइलक्र मोबाईलक्र मोबाईलक्रमांक भ्रमणध्वनी भ्रमणध्वनीक्रमांक మొబైల్ మొబైల్నంబర్ మొబైల్నెంబర్ கைபேசி கைபேசிஎண் மொபைல் மொபைல்எண் মোবাইল মোবাইলনম্বর મોબાઇલ મોબાઈલ મોબાઇલનંબર મોબાઈલનંબર ಮೊಬೈಲ್ ಮೊಬೈಲ್ಸಂಖ್ಯೆ മൊബൈൽ മൊബൈൽനമ്പർ ਮੋਬਾਈਲ ਮੋਬਾਈਲਨੰਬਰ ମୋବାଇଲ ମୋବାଇଲନମ୍ବର',
    'whatsapp whatsappno whatsappnumber whatsappmobile whatsappmobileno whatsappmobilenumber whatsappcontact whatsappcontactno whatsappcontactnumber whatsappphone whatsappphonenumber mobilewhatsapp mobilewhatsappno व्हाट्सएप',
    'phone phoneno phonenumber ph phno telephone telephoneno telephonenumber tel telno contact contactno contactnos contactnumber contactnumbers contactnum contactdetails contactmobile contactphone contno cell cellno cellnumber cellphone cellphoneno cellphonenumber फोन फ़ोन फोननंबर दूरभाष संपर्क',
  ],
  email: [
    'email emails emailid emailids emailaddress mail mailid mailaddress gmail gmailid gmailaddress ईमेल ईमेलआईडी',
  ],
  room: [
    'examroom room roomno roomnumber कक्ष कमरा',
    'examhall hall hallno',
    'lab labno',
    'venue परीक्षाकेंद्र',
  ],
  extraPercent: ['extratime extratimepercent extratimeinpercent compensatorytime'],
  largerText: ['largertext'],
  reader: ['reader'],
  note: ['accommodationnote'],
  uid: ['uidofthemainsite'], // “UID” alone may be any other number
  dateOfBirth: ['dateofbirth dob birthdate birthday जन्मतिथि जन्मदिनांक जन्मतारीख'],
  category: ['category socialcategory castecategory reservationcategory श्रेणी वर्ग'],
  firstName: ['firstname givenname'],
  middleName: ['middlename'],
  lastName: ['lastname surname familyname'],
} satisfies Record<string, readonly string[]>;
type Named = keyof typeof names;

/** A name may be spread over several columns. Its errors are reported for the first of them. */
type NamePart = 'firstName' | 'middleName' | 'lastName';
export type CandidateField = Exclude<Named, NamePart>;

const isNamed = (key: string): key is Named => key in names;
const known = Object.keys(names)
  .filter(isNamed)
  .map((field) => ({
    field,
    ranks: names[field].map((rank) => new Set(rank.normalize('NFKC').split(' '))),
  }));

/**
 * Matches the part of a heading that says it is the candidate's own, spaces removed: "Student mobile no", "E-mail of the
 * applicant", "Personal e-mail". It never matches a father's or an office's.
 */
const ofPerson =
  /^(?:student|stu|candidate|applicant|aspirant|participant|employee|trainee|learner|pupil|member|examinee|personal|official|registered|primary)s?|ofthe(?:student|candidate|applicant|aspirant|participant|employee|trainee|learner|pupil|member|examinee)s?$|of(?:student|candidate|applicant|aspirant|participant|employee|trainee|learner|pupil|member|examinee)s?$/;

/** Matches a form's instructions in a heading: "Enter your active WhatsApp number", "Name as per 10th certificate". */
const asked =
  /\b(?:your|enter|please|type|valid|active|current|working|own|complete|correct|ten|digits?|only|compulsory|mandatory|required|personal|in english|in (?:block|capital)s?(?: letters)?)\b|\bas (?:per|in|on|given|mentioned)\b.*/g;

/** The header is looked for in this many rows, because titles may come before it. */
const HEADER_WITHIN = 30;

/** Two columns with the same meaning: `column` is the one taken. */
type Twins = { field: Named; column: number; other: number };
export type CandidateColumns = {
  of: ReadonlyMap<Named, number>;
  twins: readonly Twins[];
  /** The headings as they are in the file. */
  heads: readonly string[];
};

export function findListHeader(
  rows: readonly TableRow[],
): { start: number; columns: CandidateColumns } | null {
  for (const [at, row] of rows.slice(0, HEADER_WITHIN).entries()) {
    if (row.hidden) continue;
    const columns = readHeader(row.cells);
    const below = inTwoRows(row, rows[at + 1]);
    if (below && below.of.size > (columns?.of.size ?? 0))
      return { start: row.row + 1, columns: below };
    if (columns) return { start: row.row, columns };
  }
  return null;
}

/**
 * Headings over two rows, such as "Contact details" above "Mobile" and "Email". A lower row with a telephone number or an
 * email address is no heading.
 */
function inTwoRows(upper: TableRow, lower: TableRow | undefined): CandidateColumns | null {
  if (lower?.row !== upper.row + 1 || lower.hidden || readHeader(lower.cells)) return null;
  if (lower.cells.some((text) => /\d{6}|@/.test(text))) return null;
  const width = Math.max(upper.cells.length, lower.cells.length);
  return readHeader(
    Array.from({ length: width }, (_, at) => lower.cells[at] || (upper.cells[at] ?? '')),
  );
}

/** Says which heading is missing in the first row that has a name or mobile column but not both; empty if no row has one. */
export function nearestHeader(rows: readonly TableRow[]): string {
  for (const { sheet, row, hidden, cells } of rows.slice(0, HEADER_WITHIN)) {
    const { of, heads } = columnsOf(cells);
    const there = of.get('fullName') ?? of.get('mobile');
    if (hidden || there === undefined) continue;
    const missing = of.has('fullName') ? 'a mobile number' : 'a name';
    return ` Row ${row} of sheet “${sheet}” has “${heads[there]?.slice(0, 60)}”, but no heading that means ${missing}.`;
  }
  return '';
}

/** @returns null when the headings have no name or no mobile number */
export function readHeader(heads: readonly string[]): CandidateColumns | null {
  const columns = columnsOf(heads);
  return columns.of.has('fullName') && columns.of.has('mobile') ? columns : null;
}

function columnsOf(heads: readonly string[]): CandidateColumns {
  const said = heads.map(waysToRead).map((ways) => ({
    ways,
    ofNobody: ways.map((way) => way.replace(ofPerson, '')),
  }));
  const of = new Map<Named, number>();
  const twins: Twins[] = [];
  for (const { field, ranks } of known)
    for (const [rank, isOf] of ranks.flatMap((each) => [
      [each, false] as const,
      [each, true] as const,
    ])) {
      const [column, ...others] = said.flatMap(({ ways, ofNobody }, at) =>
        (isOf ? ofNobody : ways).some((way) => rank.has(way)) ? [at] : [],
      );
      if (column === undefined) continue;
      of.set(field, column);
      twins.push(...others.map((other) => ({ field, column, other })));
      break;
    }
  const first = of.get('firstName');
  if (!of.has('fullName') && first !== undefined) of.set('fullName', first);
  return { of, twins, heads };
}

/** No heading is longer, even if it explains in brackets how to fill in the column. */
const LONGEST_HEADING = 200;

/** The ways to read a heading: with and without brackets and instructions; and each language of a bilingual one. */
function waysToRead(head: string): string[] {
  if (head.length > LONGEST_HEADING) return [];
  const plain = head.normalize('NFKC').toLowerCase();
  const bare = plain.replace(/[([][^()[\]]*[)\]]/g, ''); // "Name (in capital letters)"
  return [plain, bare, bare.replace(asked, ' ')].flatMap((text) => [
    text.replace(/[^a-z]/g, ''),
    text.replace(/[^\p{L}\p{M}]|[a-z]/gu, ''),
  ]);
}

/** Matches what people type when they have nothing to enter, for example if a form insists on a surname. */
export const nothing = /^(?:[-–—.]{1,3}|n\.?\/?a\.?|nil|none)$/i;

/** The parts of a name that is spread over columns. A part that the full name contains already isn't repeated. */
export function nameOnRow({ cells }: TableRow, { of }: CandidateColumns): string[] {
  const parts: string[] = [];
  const hasOwn = of.get('fullName') !== of.get('firstName');
  for (const field of ['fullName', 'middleName', 'lastName'] as const) {
    const part = (cells[of.get(field) ?? -1] ?? '').trim();
    const said = hasOwn && parts.join(' ').toLowerCase().split(/\s+/).includes(part.toLowerCase());
    if (part !== '' && !said && !nothing.test(part)) parts.push(part);
  }
  return parts;
}

/** Headings of serial number columns, in small letters without spaces and signs. */
const countsRows = new Set([
  's',
  'sl',
  'sr',
  'sno',
  'slno',
  'srno',
  'no',
  'serialno',
  'serialnumber',
  ...['क्र', 'क्रम', 'क्रसं', 'क्रमांक', 'क्रमसंख्या'],
]);

/** Headings of columns that contain something in these rows but are not read; without a heading, the column's letters. */
export function unreadColumns(
  rows: readonly TableRow[],
  { of, twins, heads }: CandidateColumns,
): string[] {
  const known = new Set([...of.values(), ...twins.map(({ other }) => other)]);
  const filled = new Set(
    rows.flatMap(({ cells }) => cells.flatMap((text, at) => (text.trim() === '' ? [] : [at]))),
  );
  return [...filled]
    .filter((at) => !known.has(at))
    .sort((a, b) => a - b)
    .map((at) => (heads[at] ?? '').replace(/\s+/g, ' ').trim().slice(0, 60) || columnName(at))
    .filter((head) => !countsRows.has(head.toLowerCase().replace(/[^\p{L}\p{M}]/gu, '')));
}
