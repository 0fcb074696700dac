// What anyone may learn about a receipt: that it is genuine, when, and for which exam. No name and no answer.
import * as z from 'zod/mini';
import { bounded, instantSchema } from '../wire/values.ts';

/** As somebody reads it out: lower case, spaces and dashes are accepted. */
export const receiptCodeSchema = bounded(40).check(z.regex(/^[\w -]+$/));

/** GET receipts/{code}. */
export const receiptCheckSchema = z.object({
  examName: z.string(),
  /** The address of the cell that issued the receipt; left out if this server did. */
  cell: z.optional(z.string()),
  receivedAt: instantSchema,
  /**
   * `valid`: the receipt is current. `replaced`: the same submission has a newer receipt, over its whole log. `void`:
   * the sitting was reopened. `broken`: the server's data no longer matches what was signed.
   */
  state: z.enum(['valid', 'replaced', 'void', 'broken']),
});
export type ReceiptCheck = z.infer<typeof receiptCheckSchema>;
