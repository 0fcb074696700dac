// GET proctor/stream: what the events of a board say.
import * as z from 'zod/mini';
import { watchedExamSchema } from '../desk/staff.ts';
import { idSchema, instantSchema } from '../wire/values.ts';
import { boardRowSchema } from './board.ts';

/** `board`: everyone, whenever what the phone has can't be told from. */
export const wholeBoardSchema = z.object({
  now: instantSchema,
  exam: watchedExamSchema,
  rows: z.array(boardRowSchema),
});

/** `changes`: the fields that changed, of each row; and the rows that are no longer here. */
export const boardChangesSchema = z.object({
  now: instantSchema,
  rows: z.array(z.extend(z.partial(boardRowSchema), { id: idSchema })),
  gone: z.array(idSchema),
});
