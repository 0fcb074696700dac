// Scores on the wire: a list of single-key objects, TotalScore first.
import * as z from 'zod/mini';
import { idSchema, instantSchema, marksSchema } from './values.ts';

export const TOTAL = 'TotalScore';
/** The hand-marked section of DOC Upload and MIX exams. A Type can have neither this name nor TotalScore. */
export const DOCUMENTS = 'Documents';

const allMarks = z.array(marksSchema);

/** Marks by section name. Not a `z.record`, which would drop a section called `__proto__`. */
const marksByNameSchema = z.custom<Record<string, number>>(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    z.safeParse(allMarks, Object.values(value)).success,
);
marksByNameSchema.register(z.globalRegistry, {
  type: 'object',
  propertyNames: { type: 'string' },
  additionalProperties: { type: 'number' },
});

export const scoreListSchema = z.array(marksByNameSchema);
export type ScoreList = z.infer<typeof scoreListSchema>;

/** The score rests on unreviewed work that came after the end: the minutes of silence before and after the end. */
export const lateWorkSchema = z.object({ before: z.int(), after: z.int() });
export type LateWork = z.infer<typeof lateWorkSchema>;

export const lateShape = {
  lateWork: z.optional(lateWorkSchema),
  /** Work that came too late to count by itself: it waits for a person, or the office doesn't count it. */
  tooLate: z.optional(z.enum(['waits', 'refused'])),
};

export const resultsReplySchema = z.array(
  z.object({
    examID: idSchema,
    score: scoreListSchema,
    ...lateShape,
    /**
     * The last correction of these marks: when, and the total before it. It corrected the key of a question or, with
     * `documents`, the marks for the pages after the candidate had been told that the result is out.
     */
    corrected: z.optional(
      z.object({ at: instantSchema, before: marksSchema, documents: z.optional(z.boolean()) }),
    ),
  }),
);
export type ResultsReply = z.infer<typeof resultsReplySchema>;

/** A candidate's own past sitting: what, when, and the proof of having submitted. */
export const ownSittingSchema = z.object({
  examID: idSchema,
  examName: z.string(),
  startedAt: instantSchema,
  /** Null while it is open. A hand-over counts from when it was taken in, as its receipt says. */
  closedAt: z.nullable(instantSchema),
  /** The code of the receipt; null when nothing was submitted. */
  receipt: z.nullable(z.string()),
  /** The most marks that the questions of the paper can give, without documents. */
  outOf: marksSchema,
  /** Whether document pages, which are marked by hand, have arrived. */
  pages: z.optional(z.boolean()),
  /** The path of the exam's result PDF, once it is published. */
  resultPdf: z.optional(z.string()),
});
export const ownSittingsSchema = z.array(ownSittingSchema);
export type OwnSitting = z.infer<typeof ownSittingSchema>;
