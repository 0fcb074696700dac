// The hall's board (rule 22): who sits an exam, how far they are, and what of it is on their phones. Names and states,
// never an answer, a right answer or a score.
import * as z from 'zod/mini';
import { watchedExamSchema } from '../desk/staff.ts';
import { sittingStates } from '../wire/sync.ts';
import { idSchema, instantSchema } from '../wire/values.ts';

/** One candidate. Flat, so that a change is the fields that changed. */
export const boardRowSchema = z.object({
  /** Of the enrolment: it is there before the sitting is. */
  id: idSchema,
  uid: z.string(),
  name: z.string(),
  room: z.string(),
  /** What was noted beforehand: extra time in percent, larger text, a reader, and words for the proctor. */
  extraPercent: z.int(),
  largerText: z.boolean(),
  reader: z.boolean(),
  note: z.string(),
  checkedInAt: z.nullable(instantSchema),
  /** Of the candidate's photograph, to be asked for by GET proctor/photo; null for none, as older servers say nothing of it. */
  photo: z._default(z.nullable(z.string()), null),
  /** They were checked in, but not by the photograph that is there now. */
  photoUnseen: z._default(z.boolean(), false),
  /** The sealed paper lies on a phone of theirs, and was verified there. */
  paperReady: z.boolean(),
  /** Null until the server has heard of a sitting. */
  sittingId: z.nullable(z.string()),
  state: z.nullable(z.enum(sittingStates)),
  startedAt: z.nullable(instantSchema),
  deadline: z.nullable(instantSchema),
  extraSeconds: z.int(),
  /** While the proctor has stopped the clock. */
  pausedAt: z.nullable(instantSchema),
  reopened: z.boolean(),
  questions: z.int(),
  answered: z.int(),
  /** On the device, as it last said: acts and document pages that the server lacks. */
  waiting: z.int(),
  pagesWaiting: z.int(),
  heardAt: z.nullable(instantSchema),
  /** Percent, and megabytes free, where the browser tells. */
  battery: z.nullable(z.int()),
  freeMb: z.nullable(z.int()),
  network: z.nullable(z.string()),
  appVersion: z.nullable(z.string()),
  /** The receipt is given: the server has everything. */
  received: z.boolean(),
  /** Late acts that wait for a person; the score rests on late work that nobody has looked at. */
  held: z.int(),
  late: z.boolean(),
  /** The device that asks to go on with this sitting, and may not by itself. */
  wantedDevice: z.nullable(z.string()),
  /** Makes codes for extra time that this candidate's phone believes: 16 bytes, base64url. */
  codeKey: z.string(),
  /** How often it moved to another device. */
  moved: z.int(),
});
export type BoardRow = z.infer<typeof boardRowSchema>;

/** GET proctor/board. */
export const boardSchema = z.object({
  /** By the server's clock, by which all instants are to be read. */
  now: instantSchema,
  exam: watchedExamSchema,
  rows: z.array(boardRowSchema),
});
export type Board = z.infer<typeof boardSchema>;
