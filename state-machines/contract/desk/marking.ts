// Marking documents by hand: what the marker sees, and the mark.
import * as z from 'zod/mini';
import { scoreListSchema } from '../wire/results.ts';
import { lineSchema } from '../wire/typed.ts';
import { idSchema, instantSchema, marksSchema } from '../wire/values.ts';

/** `to-mark`: without a mark, or with pages that came after it. */
export const markingFilters = ['to-mark', 'marked', 'all'] as const;
export type MarkingFilter = (typeof markingFilters)[number];

const documentMarkSchema = z.object({
  documents: marksSchema,
  by: z.string(), // the marker's uid
  at: instantSchema,
  reason: z.string(),
});
export type DocumentMark = z.infer<typeof documentMarkSchema>;

const markableSchema = z.object({
  sittingId: idSchema,
  uid: z.string(),
  fullName: z.string(),
  /** Closed by the server without a submission, so far. */
  provisional: z.boolean(),
  mark: z.nullable(documentMarkSchema),
  /** Pages arrived, or their order changed, after the mark was given. */
  outdated: z.boolean(),
});

const markableRowSchema = z.extend(markableSchema, { pages: z.int() });

/** GET exams/{id}/marking, in the order of `sittingId`, which reveals nothing about the candidate. */
export const markingListSchema = z.object({
  examName: z.string(),
  /** Ended sittings of the exam, and how many of them have a mark. */
  ended: z.int(),
  marked: z.int(),
  rows: z.array(markableRowSchema),
});
export type MarkingList = z.infer<typeof markingListSchema>;

/** GET sittings/{id}/marking. */
export const markableSittingSchema = z.extend(markableSchema, {
  examId: idSchema,
  /** In the candidate's order. */
  pages: z.array(z.object({ path: z.string(), name: z.string(), mediaType: z.string() })),
  /** Pages that the candidate named and the server doesn't have. */
  missing: z.int(),
  /** Late acts that wait for a decision, some of which may add pages. */
  held: z.int(),
  score: scoreListSchema,
});
export type MarkableSitting = z.infer<typeof markableSittingSchema>;

const MOST_MARKS = 10_000;
const isHundredths = (marks: number) => Math.abs(marks * 100 - Math.round(marks * 100)) < 1e-6;

export const givenMarkSchema = z
  .number('Please type the mark as a number, such as 17.5.')
  .check(
    z.minimum(0, 'A mark can’t be below zero.'),
    z.maximum(MOST_MARKS, `At most ${MOST_MARKS}.`),
    z.refine(isHundredths, 'At most two decimal places.'),
  );

/** PUT sittings/{id}/marking. */
export const markRequestSchema = z.object({
  /** Null removes the mark. */
  documents: z.nullable(givenMarkSchema),
  reason: lineSchema(500),
  /** When the mark that the marker saw was given; null if they saw none. */
  seen: z.nullable(instantSchema),
});
export type MarkRequest = z.infer<typeof markRequestSchema>;

// A page that a candidate submitted, by the address in an exported workbook.

/** GET documents/{id}. */
export const documentSchema = z.object({
  name: z.string(),
  mediaType: z.string(),
  /** A link that works for some days; request a new one each time. */
  path: z.string(),
  uid: z.string(),
  fullName: z.string(),
  examId: z.string(),
  examName: z.string(),
});
export type StoredDocument = z.infer<typeof documentSchema>;

/** Where the desk shows it, below the origin. It needs a sign-in, and works as long as the record exists. */
export function documentAddress(fileId: string): string {
  return `/admindocument/${encodeURIComponent(fileId)}`;
}
