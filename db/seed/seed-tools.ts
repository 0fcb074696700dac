// What the seed is given from outside: ids, chance, and how the house hashes.
import * as z from 'zod/mini';

export type SeedTools = {
  /** Milliseconds since 1970. */
  now: number;
  newId: () => string;
  hashPassword: (password: string) => Promise<string>;
  /** As the question import hashes, so that a later upload knows these questions again. */
  contentHash: (question: BankQuestion) => string;
  randomBelow: (bound: number) => number;
};

export const questionSchema = z.object({
  type: z.string(),
  text: z.string(),
  options: z.tuple([z.string(), z.string(), z.string(), z.string()]),
  correct: z.int().check(z.minimum(0), z.maximum(3)),
});
export type BankQuestion = z.infer<typeof questionSchema>;
