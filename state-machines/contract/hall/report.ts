// GET proctor/report, a report to keep: who came, how the exam ended, and what was done in the hall.
import * as z from 'zod/mini';
import { heldReasons } from '../desk/live.ts';
import { watchedExamSchema } from '../desk/staff.ts';
import { instantSchema } from '../wire/values.ts';
import { hallActKinds } from './acts.ts';

export const hallReportSchema = z.object({
  now: instantSchema,
  exam: watchedExamSchema,
  counts: z.object({
    enrolled: z.int(),
    present: z.int(), // checked in
    started: z.int(),
    underWay: z.int(),
    submitted: z.int(),
    received: z.int(),
    handedOver: z._default(z.int(), 0), // by a proctor or a text message; 0 from older servers
    closed: z.int(), // by the server, without a submission
    held: z.int(), // with late work to decide
  }),
  /** Candidates whose late work waits for a decision, and why; empty from older servers. */
  late: z._default(
    z.array(
      z.object({
        whom: z.string(), // a candidate's name and uid
        acts: z.int(),
        why: z.array(z.enum(heldReasons)),
      }),
    ),
    [],
  ),
  /** In the order in which they were done. */
  acts: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(hallActKinds),
      at: instantSchema,
      by: z.string(), // the proctor's name
      /** A candidate's name and uid, a room, or nobody in particular. */
      whom: z.nullable(z.string()),
      minutes: z.nullable(z.int()),
      /** The reason, or the note. */
      words: z.string(),
    }),
  ),
});
export type HallReport = z.infer<typeof hallReportSchema>;
