// GET proctor/stream: the events of a board.
import * as z from 'zod/mini';
import { watchedExamSchema } from '../desk/staff.ts';
import { idSchema, instantSchema } from '../wire/values.ts';
import { boardRowSchema } from './board.ts';

/** `board`: everyone, whenever the server can't tell what the phone already has. */
export const wholeBoardSchema = z.object({
  now: instantSchema,
  exam: watchedExamSchema,
  rows: z.array(boardRowSchema),
});

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
