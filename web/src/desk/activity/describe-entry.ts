/** Turns an entry of the audit log into text for people: its details on one line, and the screen that shows its subject. */
import { orderSearchPath } from '#web/shared/desk/row-act.tsx';
import { formatDateTime } from '#web/shared/format.ts';
import { formatMarks } from '#web/shared/format-marks.ts';
import { formatRupees } from '#web/shared/money.ts';
import { candidatePath, examScorePath, paths } from '#web/shared/paths.ts';

const LONGEST = 240;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/**
 * `Price: 500 → 600 · counted: yes`. Internal numbers (revisions, ids, sequence numbers) are left out, and a very long
 * text is cut: the export contains all of it.
 *
 * @param action decides what a number means: marks are recorded in hundredths
 */
export function describeDetail(action: string, detail: Record<string, unknown>): string {
  const { said, rest } = saySubmitted(action, detail);
  const parts = [...said, ...describeFields(action, rest, ': ')];
  const letters = [...capitalised(parts.join(' · '))];
  return letters.length <= LONGEST ? letters.join('') : `${letters.slice(0, LONGEST).join('')}…`;
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** @returns who submitted a sitting and when, as a sentence, and the fields that the sentence doesn't cover */
function saySubmitted(action: string, detail: Record<string, unknown>) {
  const { auto, elapsed, ...rest } = detail;
  if (!action.startsWith('sitting.submitted') || typeof elapsed !== 'number')
    return { said: [], rest: detail };
  const by = auto === true ? 'automatically' : 'by the candidate';
  return { said: [`Submitted ${by}, ${describeSpan(elapsed)} after starting`], rest };
}

/** Internal fields: the column before already names the subject, and the others mean nothing to a person. */
const hidden = new Set([
  'covers',
  'currency',
  'device',
  'edition',
  'effectiveAmountPaise',
  'epoch',
  'exam',
  'examId',
  'expectedPaise',
  'file',
  'id',
  'keyRevision',
  'keys',
  'keyVersion',
  'list',
  'merchantId',
  'photo',
  'question',
  'reference',
  'refund',
  'revisions',
  'row',
  'seq',
  'wanted',
]);

const names: Readonly<Record<string, string>> = {
  acts: 'late acts',
  afterDeadlineMs: 'after the deadline',
  anotherDevice: 'another phone',
  bankReference: 'bank reference',
  changes: 'scores to change',
  durationMinutes: 'minutes',
  elapsed: 'after the start',
  events: 'acts received',
  forPause: 'in place of a pause',
  gateway: 'the bank says',
  gatewayReason: 'the bank says',
  gstin: 'GSTIN',
  held: 'waiting for a decision',
  imageFileId: 'image',
  invoicePrefix: 'invoice numbers begin with',
  lateMinutes: 'accept late work for',
  line: 'what the company does',
  ok: 'worked',
  papers: 'papers with it',
  people: 'candidates',
  start: 'time runs',
  startsAt: 'start',
  tookMs: 'took',
  transitSeconds: 'transit allowance',
  trustMeasured: 'trust scores with late work',
  txnId: 'transaction',
  text: 'up to act',
  was: 'before',
};

/** The options of the exam form, as it words them. */
const choices: Readonly<Record<string, string>> = {
  'start own': 'from when each candidate starts',
  'start together': 'from the start, for everyone',
  'anotherDevice self': 'the candidate decides',
  'anotherDevice approval': 'a proctor must allow it',
};

function describeFields(action: string, fields: object, sign: string): string[] {
  return Object.entries(fields).flatMap(([key, value]) => {
    if (hidden.has(key) || isRevision(action, key) || isNothing(value)) return [];
    const told = describeValue(action, key, value);
    return told === '' ? [] : `${nameOf(key, value, fields)}${sign}${told}`;
  });
}

/** For a changed question, `from` and `to` are ids of revisions. */
function isRevision(action: string, key: string): boolean {
  return action === 'question.changed' && (key === 'from' || key === 'to');
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}

/**
 * `amountPaise` → amount, `fileName` → file name.
 * @param beside all fields of the same detail: next to the id of an exam or a file, `name` is the name of that exam or file
 */
function nameOf(key: string, value: unknown, beside: object): string {
  if (key === 'afterDeadlineMs' && Number(value) < 0) return 'before the deadline';
  if (key === 'name' && ('examId' in beside || 'exam' in beside)) return 'exam';
  if (key === 'name' && 'file' in beside) return 'file';
  if (key === 'to' && typeof value === 'object' && value !== null) return 'for';
  const words = key.replace(/(Paise|Ms)$/, '').replace(/([a-z])([A-Z])/g, '$1 $2');
  return names[key] ?? words.toLowerCase();
}

function describeValue(action: string, key: string, value: unknown): string {
  if (isNothing(value)) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return describeNumber(action, key, value);
  if (typeof value === 'string' && INSTANT.test(value)) return formatDateTime(value);
  if (action === 'exam.changed' && typeof value === 'string')
    return key === 'changed' ? nameOf(value, value, {}) : (choices[`${key} ${value}`] ?? value);
  if (typeof value !== 'object' || value === null) return String(value);
  if ('all' in value) return 'everyone';
  // A section of a score.
  if ('name' in value && 'hundredths' in value)
    return `${value.name} ${formatMarks(Number(value.hundredths) / 100)}`;
  if (key === 'to' && 'room' in value) return String(value.room);
  if (Array.isArray(value))
    return value.map((each) => describeValue(action, key, each)).join(', ') || 'none';
  if ('from' in value && 'to' in value)
    return `${describeValue(action, key, value.from)} → ${describeValue(action, key, value.to)}`;
  return describeFields(action, value, ' ').join(', ');
}

function describeNumber(action: string, key: string, value: number): string {
  if (key.endsWith('Paise')) return formatRupees(value / 100);
  if (key === 'tookMs') return `${value} ms`;
  if (key.endsWith('Ms') || key === 'elapsed') return describeSpan(value);
  if (action.startsWith('documents.') && (key === 'from' || key === 'to'))
    return String(value / 100);
  return value.toLocaleString('en-IN');
}

/** `5 s`, `1 min 5 s`, `90 min`, without a sign. */
export function describeSpan(milliseconds: number): string {
  const seconds = Math.round(Math.abs(milliseconds) / 1_000);
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${seconds} s`;
  return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
}

const screens: Readonly<Record<string, string>> = {
  administrator: paths.staff,
  application: paths.paymentDesk,
  enquiry: paths.enquiries,
  proctor: paths.staff,
  question: paths.questionManager,
  questions: paths.questionManager,
  result: paths.resultManager,
  setting: paths.settings,
};

/** The parts of Settings, by their headings. */
const settings: Readonly<Record<string, string>> = {
  brand: 'Company',
  policies: 'Exam policies',
  cells: 'Cells',
};

/** A subject without a name of its own is shown by its id. */
export function subjectInWords(action: string, subject: string): string {
  return (action === 'setting.changed' && settings[subject]) || subject;
}

/** @returns the address of the screen that shows the subject; null when there is none */
export function subjectPath(action: string, subject: string): string | null {
  const [noun = ''] = action.split('.');
  if (action === 'administrator.reset') return null;
  if (noun === 'candidate') return candidatePath(subject);
  if (noun === 'order' || noun === 'refund') return orderSearchPath(subject);
  if (noun === 'candidates') return examScorePath(subject);
  if (noun === 'exam' && action !== 'exam.deleted')
    return paths.examAnalysis.replace(':examId', encodeURIComponent(subject));
  return screens[noun] ?? null;
}
