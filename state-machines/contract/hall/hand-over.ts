// What a proctor takes in from a candidate's phone (rule 21): a file's bytes, or the text of a code or message.
import * as z from 'zod/mini';
import { receiptSchema } from '../wire/sync.ts';
import { bounded, idSchema, instantSchema } from '../wire/values.ts';

/** In characters: enough for forty codes from a screen, one per line. */
export const LONGEST_HAND_OVER_TEXT = 80_000;

/** When the proctor's device took the hand-over in, by the server's clock as that device knows it; if left out, now. */
export const takenAtSchema = z.optional(z.pipe(bounded(40), instantSchema));

export const handOverTextSchema = z.object({
  text: bounded(LONGEST_HAND_OVER_TEXT),
  takenAt: takenAtSchema,
});

/** POST sync/handover: what the server now holds from that device. */
export const handOverReplySchema = z.object({
  sittingId: idSchema,
  acked: z.int(),
  /** Whether the sitting is submitted. */
  submitted: z.boolean(),
  receipt: z.optional(receiptSchema),
  /** The candidate whose hand-over it is. */
  uid: z.optional(z.string()),
  fullName: z.optional(z.string()),
});
export type HandOverReply = z.infer<typeof handOverReplySchema>;
