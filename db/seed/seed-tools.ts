// What the seed is given from outside: ids, chance, and how the house hashes.
import * as z from 'zod/mini';
import type { Receipt } from '#contract/wire/sync.ts';
import type { Orm } from '../client.ts';
import type { orders } from '../schema/money.ts';

export type SeedTools = {
  /** Milliseconds since 1970. */
  now: number;
  newId: () => string;
  hashPassword: (password: string) => Promise<string>;
  /** As the question import hashes, so that a later upload knows these questions again. */
  contentHash: (question: BankQuestion) => string;
  randomBelow: (bound: number) => number;
  /** Books a paid order at the gateway and answers its transaction there; null where the gateway isn't ours to write in. */
  payAtGateway:
    | ((
        tx: Orm,
        now: number,
        order: { reference: string; customerId: string; amountPaise: number },
      ) => Promise<string>)
    | null;
  /** The receipt of a submission; all of it is here. */
  signReceipt: (facts: {
    sittingId: string;
    seq: number;
    digest: string;
    log: string;
    receivedAt: number;
  }) => Receipt;
  /** Gives a paid order its tax invoice. */
  issueInvoice: (tx: Orm, now: number, order: PaidOrder) => Promise<void>;
};

type PaidOrder = Pick<
  typeof orders.$inferSelect,
  'orderId' | 'amountPaise' | 'enrolmentId' | 'applicationId'
>;

export const questionSchema = z.object({
  type: z.string(),
  text: z.string(),
  options: z.tuple([z.string(), z.string(), z.string(), z.string()]),
  correct: z.literal([0, 1, 2, 3]),
});
export type BankQuestion = z.infer<typeof questionSchema>;
