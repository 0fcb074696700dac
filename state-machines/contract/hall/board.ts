// The hall's board (rule 22): who sits an exam, how far they are, and what is on their phones. Names and states, never
// an answer, a right answer or a score.
import * as z from 'zod/mini';
import { watchedExamSchema } from '../desk/staff.ts';
import { sittingStates } from '../wire/sync.ts';
import { idSchema, instantSchema } from '../wire/values.ts';

/** One candidate. Flat, so that a change is just the changed fields. */
export const boardRowSchema = z.object({
  /** The enrolment's id, which exists before the sitting does. */
  id: idSchema,
  uid: z.string(),
  name: z.string(),
  room: z.string(),
  /** Accommodations: extra time in percent, larger text, a reader, and a note for the proctor. */
  extraPercent: z.int(),
  largerText: z.boolean(),
  reader: z.boolean(),
  note: z.string(),
  checkedInAt: z.nullable(instantSchema),
  /** The version of the candidate's photograph, for GET proctor/photo; null for none and from older servers. */
  photo: z._default(z.nullable(z.string()), null),
  /** The candidate was checked in, but not against the current photograph. */
  photoUnseen: z._default(z.boolean(), false),
  /** The sealed paper is on one of the candidate's phones, which has verified it. */
  paperReady: z.boolean(),
  /** The id that the sitting gets when it begins from that paper; null without a paper, and from older servers. */
  paperId: z._default(z.nullable(z.string()), null),
  /** Null until the server knows of a sitting. */
  sittingId: z.nullable(z.string()),
  state: z.nullable(z.enum(sittingStates)),
  startedAt: z.nullable(instantSchema),
  deadline: z.nullable(instantSchema),
  extraSeconds: z.int(),
  /** When the proctor stopped the clock; null while it runs. */
  pausedAt: z.nullable(instantSchema),
  reopened: z.boolean(),
  questions: z.int(),
  answered: z.int(),
  /** By the device's last report: acts and document pages that the server lacks. */
  waiting: z.int(),
  pagesWaiting: z.int(),
  heardAt: z.nullable(instantSchema),
  /** Battery in percent, free storage in megabytes, and kind of network, where the browser reports them. */
  battery: z.nullable(z.int()),
  freeMb: z.nullable(z.int()),
  network: z.nullable(z.string()),
  appVersion: z.nullable(z.string()),
  /** The receipt was given: the server has everything. */
  received: z.boolean(),
  /** Late acts that wait for a person; and whether the score rests on unreviewed late work. */
  held: z.int(),
  late: z.boolean(),
  /** The device that asks to continue this sitting and needs permission. */
  wantedDevice: z.nullable(z.string()),
  /** The key for extra-time codes that this candidate's phone accepts: 16 bytes, base64url. */
  codeKey: z.string(),
  /** How often the sitting moved to another device. */
  moved: z.int(),
});
export type BoardRow = z.infer<typeof boardRowSchema>;

/**
 * GET proctor/board, and the event `board` of its stream: all rows, sent whenever the server can't tell which rows the
 * phone already has.
 */
export const boardSchema = z.object({
  /** The server's time, against which to read all instants. */
  now: instantSchema,
  exam: watchedExamSchema,
  rows: z.array(boardRowSchema),
});
export type Board = z.infer<typeof boardSchema>;

// GET proctor/stream: the events of a board.

/** A field that is left out has not changed, so no field of a change has a default. */
const changedRowSchema = z.extend(
  z.partial(
    z.extend(boardRowSchema, {
      photo: z.nullable(z.string()),
      photoUnseen: z.boolean(),
      paperId: z.nullable(z.string()),
    }),
  ),
  { id: idSchema },
);

/** `changes`: the changed fields of each row, and the rows that are gone. */
export const boardChangesSchema = z.object({
  now: instantSchema,
  rows: z.array(changedRowSchema),
  gone: z.array(idSchema),
});
