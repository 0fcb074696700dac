// A candidate's photograph (decision 64): of one size, small enough for a phone's data and for a proctor's phone to keep a
// hall of them. It travels inside answers that a right was checked for, and has no address of its own.
import * as z from 'zod/mini';
import { bounded, idSchema } from '../wire/values.ts';

/** As on an ID card, three to four; large enough to know a face by. */
export const PHOTO_WIDTH = 300;
export const PHOTO_HEIGHT = 400;
export const MOST_PHOTO_BYTES = 40_000;
/** After a candidate's last exam: whoever contests who sat it has said so by then. */
export const PHOTO_DAYS = 30;

/** In base64. */
const jpegSchema = bounded(4 * Math.ceil(MOST_PHOTO_BYTES / 3)).check(
  z.regex(/^[A-Za-z0-9+/]+={0,2}$/, 'This is not a photograph.'),
);

export const photoSchema = z.object({
  /** Another photograph has another one. */
  version: idSchema,
  jpeg: jpegSchema,
});
export type Photo = z.infer<typeof photoSchema>;

/** GET account/photo and, for the office, candidates/{uid}/photo; and the answer to each change of it. */
export const ownPhotoSchema = z.object({
  photo: z.nullable(photoSchema),
  /** A proctor has checked this candidate in: it stays as it is until their exam is over. */
  locked: z.boolean(),
  /** The office took the last one away: another one is wanted. A server before this field doesn't tell. */
  refused: z.optional(z.boolean()),
});
export type OwnPhoto = z.infer<typeof ownPhotoSchema>;

/** PUT account/photo. */
export const photoChangeSchema = z.object({ jpeg: jpegSchema });
