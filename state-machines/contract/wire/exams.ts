// Exams on the wire.
import * as z from 'zod/mini';
import { bounded, examFormats, idSchema, instantSchema } from './values.ts';

export type ExamFormat = (typeof examFormats)[number];
export const examStatuses = ['Active', 'Inactive'] as const;

/** Where the time runs from: each candidate's own start, or the exam's start for all together. */
export const examStarts = ['own', 'together'] as const;
export type ExamStart = (typeof examStarts)[number];

/** Who lets a candidate continue on another phone: the candidate (`self`) or a proctor (`approval`). */
export const anotherDeviceWays = ['self', 'approval'] as const;

/** A section: questions of one type, and how many. An exam always has exactly ten rows. */
export const sectionSchema = z.object({
  fieldType: bounded(400).check(z.trim(), z.maxLength(120)),
  fieldCount: z.int().check(z.nonnegative(), z.maximum(1_000_000)),
});
export type Section = z.infer<typeof sectionSchema>;

/** The most questions of one type: as many as a phone can hold and a candidate can look through. */
export const MOST_OF_TYPE = 1_000;
/** The most questions of a whole exam: as many as one submission may name. */
export const MOST_QUESTIONS = 5_000;

export const examSchema = z.object({
  _id: idSchema,
  name: z.string(),
  price: z.number(), // rupees including GST, at most two decimals
  description: z.string(),
  startDate: instantSchema,
  duration: z.int(), // minutes
  format: z.enum(examFormats),
  status: z.enum(examStatuses),
  start: z.enum(examStarts),
  /** Only for the administrator: minutes after the end in which measured late work counts; null: as in Settings. */
  lateMinutes: z.optional(z.nullable(z.int())),
  /** Only for the administrator. */
  anotherDevice: z.optional(z.enum(anotherDeviceWays)),
  imageUrl: z.nullable(z.string()),
  resultPdf: z.optional(z.string()),
  /** Only for the administrator. */
  fields: z.optional(z.array(sectionSchema)),
  /** Only for the administrator: send it back with PUT to be told when someone else changed the exam. */
  version: z.optional(z.int()),
  /**
   * Only for the administrator, in lists and by id: somebody has sat it, so its sections, format and time are fixed.
   */
  sat: z.optional(z.boolean()),
  /** Only for the administrator: archived. */
  archived: z.optional(z.boolean()),
});
export type Exam = z.infer<typeof examSchema>;

/** Extra time in percent of the duration: whole seconds, in the candidate's favour. */
export const agreedSeconds = (durationMinutes: number, extraPercent: number): number =>
  Math.ceil((durationMinutes * 60 * extraPercent) / 100);

/** A candidate's current exam, and the extra time agreed for it. */
type Enrolled = { examID: string | null; extraPercent?: number | undefined };

/**
 * Whether an exam's time is over, even if the exam is still Active.
 * @param at milliseconds since 1970
 * @param candidate for whom it is over; if left out, for candidates without extra time
 */
export function isOver(
  { _id, start, startDate, duration }: Exam,
  at: number,
  candidate?: Enrolled,
): boolean {
  if (start === 'own') return false;
  const extraPercent = candidate?.examID === _id ? (candidate.extraPercent ?? 0) : 0;
  const seconds = duration * 60 + agreedSeconds(duration, extraPercent);
  return at >= Date.parse(startDate) + seconds * 1_000;
}
export const examListSchema = z.array(examSchema);
