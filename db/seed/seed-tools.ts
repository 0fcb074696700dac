// What the seed gets from outside: ids, randomness, and our hashes.

import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import type { Receipt } from '#contract/wire/sync.ts';
import type { Orm } from '../client.ts';
import type { orders } from '../schema/money.ts';

export type SeedTools = {
  /** Milliseconds since 1970. */
  now: number;
  newId: () => string;
  hashPassword: (password: string) => Promise<string>;
  /** Like the question import, so that a later upload recognises these questions. */
  contentHash: (question: BankQuestion) => string;
  randomBelow: (bound: number) => number;
  /** Books a paid order at the gateway and returns its transaction; null if the gateway isn't ours. */
  payAtGateway:
    | ((
        tx: Orm,
        now: number,
        order: { reference: string; customerId: string; amountPaise: number },
      ) => Promise<string>)
    | null;
  /** The receipt of a complete submission. */
  signReceipt: (facts: {
    sittingId: string;
    seq: number;
    digest: string;
    log: string;
    receivedAt: number;
  }) => Receipt;
  /** Issues the tax invoice of a paid order. */
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

// The demonstration's questions from their file, and their marks.
export async function readDemoQuestions(): Promise<BankQuestion[]> {
  const text = await readFile(new URL('./demo-questions.json', import.meta.url), 'utf8');
  return z.array(questionSchema).parse(JSON.parse(text));
}

/** Aptitude takes longest and counts double. Hundredths of a mark. */
export const demoMarks = (type: string) =>
  type === 'Aptitude' ? { weightage: 200, negative: 50 } : { weightage: 100, negative: 25 };
