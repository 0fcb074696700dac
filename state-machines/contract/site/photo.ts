// A candidate's photograph (decision 64): one fixed size, small enough for a phone's data plan and for a proctor's
// phone to hold a hall of them. It travels inside replies that check rights, and has no address of its own.
import * as z from 'zod/mini';
import { bounded, idSchema } from '../wire/values.ts';

/** Pixels: three to four, as on an ID card, and large enough to recognise a face. */
export const PHOTO_WIDTH = 300;
export const PHOTO_HEIGHT = 400;
export const MOST_PHOTO_BYTES = 40_000;
/**
 * Days that a photograph is kept after the candidate's last exam: by then, anyone who doubts who sat it has said so.
 */
export const PHOTO_DAYS = 30;

/** In base64. */
const jpegSchema = bounded(4 * Math.ceil(MOST_PHOTO_BYTES / 3)).check(
  z.regex(/^[A-Za-z0-9+/]+={0,2}$/, 'This isn’t a photograph.'),
);

export const photoSchema = z.object({
  /** Another photograph has another version. */
  version: idSchema,
  jpeg: jpegSchema,
});
export type Photo = z.infer<typeof photoSchema>;

/** GET account/photo and, for the office, candidates/{uid}/photo; also the reply to each change of it. */
export const ownPhotoSchema = z.object({
  photo: z.nullable(photoSchema),
  /** A proctor has checked this candidate in: the photograph can't change until their exam is over. */
  locked: z.boolean(),
  /** The office removed the last photograph and wants another. Older servers leave this out. */
  refused: z.optional(z.boolean()),
});
export type OwnPhoto = z.infer<typeof ownPhotoSchema>;

/** PUT account/photo. */
export const photoChangeSchema = z.object({ jpeg: jpegSchema });
