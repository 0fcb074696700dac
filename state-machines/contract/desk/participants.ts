// The participants of an exam as the administrator sees them.
import * as z from 'zod/mini';
import { type EducationKey, educationKeys } from '../site/registration.ts';
import { DOCUMENTS, lateShape, scoreListSchema } from '../wire/results.ts';
import { emailSchema, lineSchema, mobileSchema } from '../wire/typed.ts';
import { statuses } from '../wire/users.ts';
import { bounded, idSchema } from '../wire/values.ts';
import { roomSchema } from './start-codes.ts';

// A person as the office knows them, and how to reach them: proctors and candidates alike.

/** A field that was left empty, read as undefined. */
export const noText = z.pipe(
  z.literal(''),
  z.transform(() => undefined),
);

export const personShape = {
  fullName: lineSchema(120),
  mobile: mobileSchema,
  email: z.optional(
    z.union([noText, emailSchema], 'Please type an email address like name@example.com.'),
  ),
};

/** The version as it was read. */
export const versionMarkSchema = z.string().check(z.maxLength(100));

/** The office's reason, shown in Activity for good. */
export const officeReasonSchema = bounded(700, 'Please say why.', 'At most 300 characters.').check(
  z.trim(),
  z.minLength(1, 'Please say why.'),
  z.maxLength(300, 'At most 300 characters.'),
);

const education = Object.fromEntries(educationKeys.map((key) => [key, z.string()])) as Record<
  EducationKey,
  z.ZodMiniString
>;

/** A candidate's room and accommodations; applied automatically. */
export const accommodationsSchema = z.object({
  /** Empty: no particular room. */
  room: roomSchema,
  extraPercent: z
    .int('Please type a whole number.')
    .check(z.minimum(0, 'At least 0.'), z.maximum(200, 'At most 200.')),
  largerText: z.boolean(),
  reader: z.boolean(),
  note: bounded(1_100).check(z.trim(), z.maxLength(500, 'At most 500 characters.')),
});
export type Accommodations = z.infer<typeof accommodationsSchema>;

/** PUT exams/{id}/participants/{uid}. */
export const accommodationsChangeSchema = z.extend(accommodationsSchema, {
  /** The accommodations that the administrator saw before the change; if left out, whatever is stored is replaced. */
  seen: z.optional(accommodationsSchema),
});
export type AccommodationsChange = z.infer<typeof accommodationsChangeSchema>;

/** Several times the rows of one page of the list. */
const MOST_AT_ONCE = 1_000;

/** POST exams/{id}/participants/room: the room of the chosen candidates. */
export const seatManySchema = z.object({
  uids: z
    .array(idSchema)
    .check(z.minLength(1, 'Please choose someone.'), z.maxLength(MOST_AT_ONCE)),
  /** Empty: no particular room. */
  room: roomSchema,
  reason: officeReasonSchema,
});
export type SeatMany = z.infer<typeof seatManySchema>;
/**
 * GET exams/{id}/rooms: the rooms of candidates who have paid, by name. The empty name stands for candidates without a
 * room.
 */
export const examRoomsSchema = z.array(z.object({ room: z.string(), candidates: z.int() }));
export type ExamRoom = z.infer<typeof examRoomsSchema>[number];

/** How many had another room before. */
export const seatedManySchema = z.object({ changed: z.int() });

const participantSchema = z.object({
  _id: z.string(), // the uid
  fullName: z.string(),
  email: z.string(),
  mobile: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  TxnID: z.nullable(z.string()),
  ...education, // empty where nothing was filled in
  workExp: z.string(),
  status: z.enum(statuses),
  examStatus: z.nullable(z.string()),
  /** Paths valid for a week; the last part is the file's name. */
  docs: z.array(z.string()),
  score: scoreListSchema,
  /** As the candidate's own result says it. */
  ...lateShape,
  hall: accommodationsSchema,
});
export type Participant = z.infer<typeof participantSchema>;
export const participantListSchema = z.array(participantSchema);

/** Shown for a section without a score and for missing documents, on the screen and in the export. */
export const NO_SCORE = '-';
export const NO_DOCUMENTS = 'No Docs';

/**
 * The heading of a section's marks. Marks for submitted pages have their own, because `Documents` is the column of the
 * pages.
 */
export function marksHead(section: string): string {
  return section === DOCUMENTS ? 'Document marks' : section;
}

/** GET exams/by-exam/{id}/export. */
export function exportFileName(examName: string): string {
  return `${examName.replaceAll(' ', '_')}_Participants.xlsx`;
}

/** GET exams/by-exam/{id}/rooms. */
export function roomsFileName(examName: string): string {
  return `${examName.replaceAll(' ', '_')}_Rooms.xlsx`;
}

/** POST exams/allow-another: lets a Completed candidate apply for one more exam. */
export const allowAnotherRequestSchema = z.object({
  uid: z.string().check(z.maxLength(40)),
  examID: idSchema,
  reason: z.optional(officeReasonSchema),
});
