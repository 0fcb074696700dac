// Merit lists for the public: which are published, and the rank of one UID.
import * as z from 'zod/mini';
import { instantSchema, uidSchema } from '../wire/values.ts';

/** GET merit: the lists that are published, newest first. */
export const publishedMeritSchema = z.array(
  z.object({
    examID: z.string(),
    exam: z.string(),
    publishedAt: instantSchema,
    pdf: z.nullable(z.string()),
  }),
);

/** GET merit/{id}/rank?uid=. No name: a UID reveals no more than the PDF says. */
export const ownRankQuerySchema = z.object({ uid: uidSchema });
export const ownRankSchema = z.object({
  exam: z.string(),
  uid: z.string(),
  rank: z.int(),
  of: z.int(),
  total: z.number(),
  percentile: z.string(),
  /** Null if the list has no cut-offs. */
  qualified: z.nullable(z.boolean()),
});
export type OwnRank = z.infer<typeof ownRankSchema>;
