// A proctor's acts in the hall (decision 43). The proctor's phone makes each act and keeps it until the
// server has answered. An act may arrive any number of times and in any order: its id identifies it.
import * as z from 'zod/mini';
import { roomNameSchema } from '../desk/staff.ts';
import { lineSchema, textSchema } from '../wire/typed.ts';
import { idSchema, instantSchema, madeIdSchema } from '../wire/values.ts';

/** More at once is probably a typing mistake; a proctor can give extra time again. */
const MOST_EXTRA_MINUTES = 240;
export const extraMinutesSchema = z
  .int('Please type whole minutes.')
  .check(
    z.minimum(1, 'At least 1 minute.'),
    z.maximum(MOST_EXTRA_MINUTES, `At most ${MOST_EXTRA_MINUTES} minutes at a time.`),
  );
export const reasonSchema = lineSchema(300);
export const incidentNoteSchema = textSchema(1_000);

/** Whom an act is for: one candidate, by their row of the board, a room, or everyone in the exam. */
const toSchema = z.union([
  z.object({ row: idSchema }),
  z.object({ room: roomNameSchema }),
  z.object({ all: z.literal(true) }),
]);
export type ActFor = z.infer<typeof toSchema>;

const one = z.object({ row: idSchema });
const act = {
  id: madeIdSchema,
  examId: idSchema,
  /** When it was done, by the server's clock as the proctor's phone knows it. */
  doneAt: instantSchema,
};

export const hallActSchema = z.discriminatedUnion('kind', [
  z.object({
    ...act,
    kind: z.literal('extra-time'),
    to: toSchema,
    minutes: extraMinutesSchema,
    reason: reasonSchema,
    /** Given in place of a pause that the candidate's phone didn't hear of: the longer of the two counts. */
    forPause: z.optional(z.boolean()),
  }),
  z.object({ ...act, kind: z.literal('pause'), to: toSchema, reason: reasonSchema }),
  z.object({ ...act, kind: z.literal('resume'), to: toSchema }),
  z.object({
    ...act,
    kind: z.literal('reopen'),
    to: one,
    /** At least this much time is left after the reopening. */
    minutes: extraMinutesSchema,
    reason: reasonSchema,
  }),
  z.object({
    ...act,
    kind: z.literal('allow-device'),
    to: one,
    /** The device that asked; if left out, whichever asks next. */
    wanted: z.optional(idSchema),
  }),
  z.object({ ...act, kind: z.literal('resync'), to: toSchema }),
  z.object({
    ...act,
    kind: z.literal('decide-held'),
    to: one,
    counted: z.boolean(),
    reason: reasonSchema,
    /** How many held acts the proctor saw. */
    seen: z.int().check(z.nonnegative(), z.maximum(1_000_000)),
  }),
  z.object({
    ...act,
    kind: z.literal('check-in'),
    to: one,
    present: z.boolean(),
    /** The version of the photograph that was compared; left out if none was visible. */
    photo: z.optional(idSchema),
  }),
  z.object({ ...act, kind: z.literal('incident'), to: toSchema, note: incidentNoteSchema }),
]);
export type HallAct = z.infer<typeof hallActSchema>;

export const hallActKinds = [
  'extra-time',
  'pause',
  'resume',
  'reopen',
  'allow-device',
  'resync',
  'decide-held',
  'check-in',
  'incident',
] as const satisfies readonly HallAct['kind'][];

/** Enough for an hour without a network. */
const MOST_ACTS = 100;

/** POST proctor/acts. */
export const hallActsSchema = z.object({
  deviceId: idSchema,
  acts: z.array(hallActSchema).check(z.minLength(1), z.maxLength(MOST_ACTS)),
});

/** One outcome per act, in their order. `refused` is final: sending the act again gives the same outcome. */
export const hallOutcomesSchema = z.object({
  now: instantSchema,
  outcomes: z.array(
    z.object({
      id: z.string(),
      outcome: z.enum(['done', 'refused']),
      /** Why it was refused, for a person; empty when it was done. */
      sentence: z.string(),
    }),
  ),
});
export type HallOutcomes = z.infer<typeof hallOutcomesSchema>;
