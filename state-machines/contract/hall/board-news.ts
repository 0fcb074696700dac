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

/** What is left out has not changed: no field of a change has a default. */
const changedRowSchema = z.extend(
  z.partial(z.extend(boardRowSchema, { photo: z.nullable(z.string()), photoUnseen: z.boolean() })),
  { id: idSchema },
);

/** `changes`: the fields that changed, of each row; and the rows that are no longer here. */
export const boardChangesSchema = z.object({
  now: instantSchema,
  rows: z.array(changedRowSchema),
  gone: z.array(idSchema),
});
