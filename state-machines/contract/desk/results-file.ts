// What a cell's results file holds, line by line (decision 87). Only servers write and read it.
import * as z from 'zod/mini';
import { sittingStates } from '../wire/sync.ts';
import { idSchema, instantSchema, uidSchema } from '../wire/values.ts';
import { SECTION_ROWS } from './exam-draft.ts';

/** The first line of a results file. */
export const resultsHeadSchema = z.object({
  pariksha: z.literal('results'),
  version: z.literal(1),
  exam: z.string().check(z.maxLength(200)),
  /** Names of sections and how many questions each asks. */
  sections: z.array(z.tuple([z.string().check(z.maxLength(200)), z.int()])),
  madeAt: instantSchema,
  underWay: z.int(),
});
export type ResultsHead = z.infer<typeof resultsHeadSchema>;

const hundredths = z.int().check(z.minimum(-10_000_000), z.maximum(10_000_000));
const MOST_ANSWERED = 100_000;
const msSchema = z.int().check(z.nonnegative(), z.maximum(8_640_000_000_000_000));

/** Each line after it: one sitting. */
export const resultsLineSchema = z.object({
  uid: uidSchema,
  sitting: idSchema,
  started: msSchema, // since 1970, like the next two
  deadline: msSchema,
  closed: msSchema,
  state: z.enum(sittingStates).check(z.refine((state) => state !== 'open')),
  answered: z.int().check(z.nonnegative(), z.maximum(MOST_ANSWERED)),
  /** Only the server closed it: no submission came so far. */
  provisional: z.boolean(),
  /** Name, hundredths of a mark, and wrong answers, null if they weren't counted. */
  scores: z
    .array(z.tuple([z.string().check(z.maxLength(200)), hundredths, z.nullable(z.int())]))
    .check(z.maxLength(SECTION_ROWS)),
  documents: z.nullable(hundredths),
  /** The receipt's long form; null if there is no receipt. */
  receipt: z.nullable(z.string().check(z.maxLength(1_000))),
});
export type ResultsLine = z.infer<typeof resultsLineSchema>;

/** The last line: signed by the cell's receipt key over the digest of all lines before. */
export const resultsSealSchema = z.object({
  results: z.int(),
  kid: z.string().check(z.maxLength(100)),
  signature: z.string().check(z.regex(/^[\w-]{86}$/)),
});
