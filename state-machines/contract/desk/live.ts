// The exams under way as the administrator watches them, and late acts that wait for a decision (rules 16, 22).
import * as z from 'zod/mini';
import { lateWorkSchema } from '../wire/results.ts';
import { eventTypes } from '../wire/sync.ts';
import { lineSchema } from '../wire/typed.ts';
import { idSchema, instantSchema } from '../wire/values.ts';

/** `silent`: under way, but not heard from for SILENCE_MS. A person's row then says `silent`, not `under-way`. */
export const liveStates = ['not-started', 'under-way', 'silent', 'handed-in', 'closed'] as const;
export type LiveState = (typeof liveStates)[number];

/**
 * `started`: every sitting; `under-way`: includes the silent ones; `held`: those with late acts to decide, in any
 * state.
 */
export const liveFilters = ['started', ...liveStates, 'held'] as const;
export type LiveFilter = (typeof liveFilters)[number];

/** A phone sends when its candidate acts. A silent phone has no network, or its candidate is thinking. */
export const SILENCE_MS = 120_000;

/**
 * People in each state. `silent` is part of `under-way`, and `held` counts sittings that are also in one of the other
 * states.
 */
const countsSchema = z.object({
  'not-started': z.int(),
  'under-way': z.int(),
  silent: z.int(),
  'handed-in': z.int(),
  closed: z.int(),
  held: z.int(),
});

export const liveExamSchema = z.object({
  examId: idSchema,
  name: z.string(),
  startsAt: instantSchema,
  durationMinutes: z.int(),
  counts: countsSchema,
  /** Nobody has started it, and nobody can: it asks for questions that the bank lacks, or for none. */
  lacksQuestions: z.optional(z.boolean()),
});
export type LiveExam = z.infer<typeof liveExamSchema>;

/** GET live. */
export const liveBoardSchema = z.object({
  exams: z.array(liveExamSchema),
  /** Sittings with late acts to decide, in all exams. */
  held: z.int(),
});
export type LiveBoard = z.infer<typeof liveBoardSchema>;

const liveSittingSchema = z.object({
  sittingId: idSchema,
  lastHeardAt: instantSchema,
  deadline: instantSchema,
  extraSeconds: z.int(),
  /** How often the sitting moved to another device. */
  deviceChanges: z.int(),
  /** Acts on the device that the server lacks, by the device's last report. */
  waiting: z.int(),
  /** Questions of the paper, and those answered in what has arrived, late acts included. */
  questions: z.int(),
  answered: z.int(),
  /** Late acts that wait for a decision. */
  held: z.int(),
  lateWork: z.optional(lateWorkSchema),
});

const liveRowSchema = z.object({
  uid: z.string(),
  fullName: z.string(),
  state: z.enum(liveStates),
  /** Null while it has not started. */
  sitting: z.nullable(liveSittingSchema),
});
export type LiveRow = z.infer<typeof liveRowSchema>;

/** GET live/{examId}/sittings. */
export const liveSittingsSchema = z.object({
  /** The server's time, against which to read the rows' instants. */
  now: instantSchema,
  exam: liveExamSchema,
  rows: z.array(liveRowSchema),
});
export type LiveSittings = z.infer<typeof liveSittingsSchema>;

/**
 * Why an act waits for a decision [AT8][AT11]: each is a contradiction, or a proof that is missing. `evidence.ts` and
 * `rules.ts` find them.
 */
export const heldReasons = [
  'after-end', // by the phone's own measure
  'runs-back', // the measure fell behind that of an earlier act
  'not-heard-before', // the phone never heard the server before it
  'not-heard-after', // the phone never heard the server after it, before sending the act
  'restarted', // the phone restarted without a network, so the measure comes from its date
  'clock-differs', // the measure differs from the server's clock when the two meet again
  'too-early', // measured as earlier than a beacon that the phone had heard before the act
  'too-late', // measured as later than a beacon that the phone heard after the act
  'arrived-late', // measured without a contradiction, later than the exam allows
  'score-told', // a score may have been seen before it arrived
] as const;
export type HeldReason = (typeof heldReasons)[number];

const heldActSchema = z.object({
  deviceId: z.string(),
  seq: z.int(),
  /** `submission`: with all its answers. */
  type: z.enum([...eventTypes, 'submission']),
  qid: z.nullable(z.string()),
  /** The question's place in the paper, from 1. */
  place: z.nullable(z.int()),
  /** Milliseconds since the sitting's start, as the device measured them. */
  elapsed: z.int(),
  receivedAt: instantSchema,
  /** The phone's own clock: only a hint. */
  phoneTime: z.nullable(z.string()),
  /** Empty from older servers. */
  why: z._default(z.array(z.enum(heldReasons)), []),
});
export type HeldAct = z.infer<typeof heldActSchema>;

export const heldSittingSchema = z.object({
  sittingId: idSchema,
  uid: z.string(),
  fullName: z.string(),
  examID: idSchema,
  examName: z.string(),
  startedAt: instantSchema,
  deadline: instantSchema,
  /** When a score was first told, or a submission answered with one: later answers don't count by themselves. */
  toldAt: z.nullable(instantSchema),
  /** The earlier decision on this sitting's late acts; a new decision replaces it. */
  earlier: z.nullable(z.enum(['counted', 'refused'])),
  /** Late work that counts and that nobody has reviewed. */
  lateWork: z.optional(lateWorkSchema),
  /** How many acts wait, and the first of them. */
  acts: z.int(),
  held: z.array(heldActSchema),
});
export type HeldSitting = z.infer<typeof heldSittingSchema>;

/** GET sittings/held, the oldest deadline first. */
export const heldListSchema = z.array(heldSittingSchema);

/** POST sittings/{id}/held. */
export const decideHeldSchema = z.object({
  counted: z.boolean(),
  reason: lineSchema(500),
  /** How many acts the person saw; if there are more now it is a conflict, so nobody decides on unseen acts. */
  seen: z.optional(z.int().check(z.nonnegative(), z.maximum(1_000_000))),
});
