// A payment that isn't decided yet, for the pages where the fee can be paid. A file of its own, because the page that
// follows the sign-in doesn't need it.
import * as z from 'zod/mini';
import { userReplySchema } from '../wire/users.ts';
import { idSchema } from '../wire/values.ts';

/** POST exams/updateuser: the user, and their newest payment that the bank or the office hasn't decided on, if there is one. */
export const freshUserReplySchema = z.extend(userReplySchema, {
  waitingOrder: z.optional(
    z.object({
      order_id: z.string(),
      examID: idSchema,
      /** Older servers leave this out. */
      examName: z.optional(z.string()),
      status: z.enum(['pending', 'review']),
    }),
  ),
});
export type WaitingOrder = NonNullable<z.infer<typeof freshUserReplySchema>['waitingOrder']>;
