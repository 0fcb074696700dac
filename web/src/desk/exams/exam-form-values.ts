/**
 * Converts an exam to the values of its form, and back to what the API accepts: ten rows of sections, and the start to the
 * minute in India time.
 */
import * as z from 'zod/mini';
import { examDraftSchema, SECTION_ROWS } from '#contract/desk/exam-draft.ts';
import { type Exam, MOST_OF_TYPE, MOST_QUESTIONS, type Section } from '#contract/wire/exams.ts';
import type { InWords } from '#web/shared/desk/changes-between.ts';
import { formatDateTime } from '#web/shared/format.ts';
import { formatRupees } from '#web/shared/money.ts';

interface ExamFormValues {
  name: string;
  price: number;
  description: string;
  duration: number;
  /** 16 characters, `2026-11-21T10:30`, or empty. */
  startDate: string;
  format: Exam['format'];
  status: Exam['status'];
  start: Exam['start'];
  anotherDevice: NonNullable<Exam['anotherDevice']>;
  /** Null means the value in Settings. */
  lateMinutes: number | null;
  /** Always ten. */
  fields: Section[];
}

export function padSections(sections: readonly Section[]): Section[] {
  return Array.from(
    { length: SECTION_ROWS },
    (_, row) => sections[row] ?? { fieldType: '', fieldCount: 0 },
  );
}

export const newExamValues: ExamFormValues = {
  name: '',
  price: 0,
  description: '',
  duration: 60,
  startDate: '',
  format: 'MCQ',
  status: 'Active',
  start: 'own',
  anotherDevice: 'self',
  lateMinutes: null,
  fields: padSections([]),
};

const INDIA_AHEAD_MS = 330 * 60_000;
const MINUTE_PRECISION = 16;

/** An ISO instant as a date-time input shows it in India: `2026-11-21T10:30`. */
function toMinuteInput(instant: string): string {
  return new Date(Date.parse(instant) + INDIA_AHEAD_MS).toISOString().slice(0, MINUTE_PRECISION);
}

export function toFormValues(exam: Exam): ExamFormValues {
  const { name, price, description, duration, format, status, start } = exam;
  return {
    name,
    price,
    description,
    duration,
    startDate: toMinuteInput(exam.startDate),
    format,
    status,
    start,
    anotherDevice: exam.anotherDevice ?? 'self',
    lateMinutes: exam.lateMinutes ?? null,
    fields: padSections(exam.fields ?? []),
  };
}

const LONGEST_NAME = 200;

/** The values of a new exam that copies another. Candidates don't see it until it has a start and is Active. */
export function toCopyValues(exam: Exam): ExamFormValues {
  return {
    ...toFormValues(exam),
    name: [...`Copy of ${exam.name}`].slice(0, LONGEST_NAME).join(''),
    startDate: '',
    status: 'Inactive',
  };
}

/** The hint below the start while it is typed: the whole date in words, so that mixing up am and pm is noticed. */
export function startHint(typed: string, opened: string, now: number): string {
  const at = Date.parse(`${typed}:00+05:30`);
  if (Number.isNaN(at)) return 'India time';
  const words = formatDateTime(new Date(at).toISOString());
  if (at > now || typed === opened) return words;
  return `${words}. That’s in the past, so candidates can start as soon as the exam is Active.`;
}

/** The names of a section row's two controls; the server names its refusals the same way. */
export function sectionNames(row: number) {
  return { type: `fields.${row}.fieldType`, count: `fields.${row}.fieldCount` } as const;
}

/** The name of a hidden control, present when the sections can't change: a section without a number is then accepted. */
export const SECTIONS_STAND = 'sectionsStand';

/** The ten rows as typed; a count that is no number is NaN. */
export function readSections(typed: Readonly<Record<string, unknown>>): Section[] {
  return padSections([]).map((_, row) => {
    const { type, count } = sectionNames(row);
    return { fieldType: String(typed[type] ?? ''), fieldCount: Number(typed[count] ?? 0) };
  });
}

/** The values of the form's controls, checked by the same rules as on the server. */
export const examFormSchema = z
  .looseObject({
    name: examDraftSchema.shape.name,
    price: examDraftSchema.shape.price,
    description: examDraftSchema.shape.description,
    duration: examDraftSchema.shape.duration,
    startDate: examDraftSchema.shape.startDate,
    format: examDraftSchema.shape.format,
    status: examDraftSchema.shape.status,
    start: examDraftSchema.shape.start,
    anotherDevice: examDraftSchema.shape.anotherDevice,
    lateMinutes: examDraftSchema.shape.lateMinutes,
    image: z.optional(
      z
        .instanceof(File)
        .check(
          z.refine(
            ({ size, type }) => size === 0 || type.startsWith('image/'),
            'Please choose a picture: JPEG, PNG or WebP.',
          ),
        ),
    ),
  })
  .check((form) => {
    let inAll = 0;
    const { [SECTIONS_STAND]: stand } = form.value;
    for (const [row, { fieldType, fieldCount }] of readSections(form.value).entries()) {
      const { type, count } = sectionNames(row);
      const refuse = (name: string, message: string) =>
        form.issues.push({ code: 'custom', path: [name], message, input: form.value });
      if (!Number.isInteger(fieldCount) || fieldCount < 0)
        refuse(count, 'A whole number, 0 or more.');
      else if (fieldCount > MOST_OF_TYPE) refuse(count, 'At most 1,000 questions.');
      else if (fieldCount > 0 && fieldType === '') refuse(type, 'Please choose a type.');
      else if (fieldCount === 0 && fieldType !== '' && !stand)
        refuse(count, 'How many questions? For none, choose “No section”.');
      inAll += fieldCount;
      if (fieldCount > 0 && inAll > MOST_QUESTIONS)
        refuse(count, 'An exam can have at most 5,000 questions in all.');
    }
  });
export type TypedExam = z.output<typeof examFormSchema>;

interface Origin {
  /** The version of the exam being changed: with it, the server refuses when somebody else has changed the exam meanwhile. */
  version?: number | undefined;
  /** The id of a new exam. */
  id?: string;
  /** The id of the exam whose image a new one takes, unless an image was chosen for it. */
  imageOf?: string | undefined;
}

export function toFormData(form: TypedExam, origin: Origin): FormData {
  const { image, name, price, description, duration, startDate, format, status } = form;
  const { start, anotherDevice, lateMinutes } = form;
  const fields = readSections(form);
  const when = { duration, startDate, start, anotherDevice, lateMinutes };
  const facts = { name, price, description, ...when, format, status, fields };
  const body = new FormData();
  body.set('data', JSON.stringify({ ...facts, ...origin }));
  if (image && image.name !== '') body.set('image', image); // without a choice, a file field sends a file without a name
  return body;
}

// An exam in words, to show what somebody else changed in it while it was being edited.

/** Fields whose change is shown without the new value, because markup and file addresses mean nothing to the reader. */
export const wordless = ['Description', 'Image', 'Result PDF'];

/** The options of “Time runs” in the form. */
export const startInWords: Record<Exam['start'], string> = {
  own: 'From when each candidate starts',
  together: 'From the start, for everyone',
};

/** The options of “Another phone” in the form. */
export const anotherDeviceInWords: Record<NonNullable<Exam['anotherDevice']>, string> = {
  self: 'The candidate decides',
  approval: 'A proctor must allow it',
};

export function examInWords(exam: Exam): InWords {
  const sections = (exam.fields ?? []).filter(({ fieldCount }) => fieldCount > 0);
  return {
    'Exam Name': exam.name,
    Price: formatRupees(exam.price),
    Duration: `${exam.duration} minutes`,
    Start: formatDateTime(exam.startDate),
    'Time runs': startInWords[exam.start],
    'Another phone': anotherDeviceInWords[exam.anotherDevice ?? 'self'],
    'Late work': exam.lateMinutes == null ? 'As in Settings' : `${exam.lateMinutes} minutes`,
    Format: exam.format,
    Status: exam.archived ? 'Archived' : exam.status,
    Description: exam.description,
    Sections: sections.map(({ fieldType, fieldCount }) => `${fieldType} ${fieldCount}`).join(', '),
    Image: exam.imageUrl ?? '',
    'Result PDF': exam.resultPdf ?? '',
  };
}

// The sections that ask for more questions than the bank holds, shown while they are typed.

/** GET exams/question-counts. */
export const bankCountsSchema = z.array(z.object({ type: z.string(), count: z.number() }));
export type BankCount = z.output<typeof bankCountsSchema>[number];

interface Asking {
  format: Exam['format'];
  fields?: readonly Section[] | undefined;
}

/**
 * A sentence about what it means for candidates that an exam has no questions.
 *
 * @returns null when the exam has some, or needs none: the task of a DOC Upload exam is its description
 */
export function describeNothing({ format, fields = [] }: Asking): string | null {
  if (format === 'DOC Upload' || fields.some(({ fieldCount }) => fieldCount > 0)) return null;
  return format === 'MCQ'
    ? 'Candidates can’t start it without questions.'
    : 'Without questions, candidates will only upload documents.';
}

/** For the list of exams: one sentence for each type of which an exam asks for more questions than the bank holds. */
export function describeShortages(
  sections: readonly Section[],
  bank: readonly BankCount[],
): string[] {
  const named = [...findShortages(sections, bank)].map(
    ([row, sentence]) => `${sections[row]?.fieldType}: ${sentence}`,
  );
  return [...new Set(named)];
}

/** Rows of one type are drawn together, so they are counted together. @returns a sentence per row index */
export function findShortages(
  sections: readonly Section[],
  bank: readonly BankCount[],
): Map<number, string> {
  const shortages = new Map<number, string>();
  for (const [row, { fieldType, fieldCount }] of sections.entries()) {
    if (fieldType === '' || !(fieldCount > 0)) continue;
    const same = sections.filter((other) => other.fieldType === fieldType);
    const wanted = same.reduce((sum, other) => sum + (other.fieldCount || 0), 0);
    const held = bank.find(({ type }) => type === fieldType)?.count ?? 0;
    if (wanted > held) shortages.set(row, `You want ${wanted}, but the bank has ${held}.`);
  }
  return shortages;
}
