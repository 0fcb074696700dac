// An exam that runs on a cell: what goes over, and what the results file brings back (decision 87).
import * as z from 'zod/mini';
import { sittingStates } from '../wire/sync.ts';
import { idSchema, instantSchema, uidSchema } from '../wire/values.ts';
import { listColumns } from './candidates.ts';
import { SECTION_ROWS } from './exam-draft.ts';

/** People in one roster file: as many as a list of candidates may have. */
export const ROSTER_PART = 2_000;
/** Results in one file, some 17 MB of the 32 that a proxy lets through. */
export const RESULTS_PART = 30_000;

/** A list of candidates with more columns. */
export const rosterColumns = [
  ...listColumns,
  'Larger text',
  'Reader',
  'Accommodation note',
  'UID of the main site',
] as const;

const nameFor = (examName: string) => examName.replaceAll(' ', '_');
export const rosterFileName = (examName: string, part: number) =>
  `${nameFor(examName)}_Roster_${part}.xlsx`;
export const resultsFileName = (examName: string, part: number) =>
  `${nameFor(examName)}_Results_${part}.jsonl`;

/** GET exams/{id}/cell. */
export const cellSummarySchema = z.object({
  /** Candidates who have paid and not sat: those a roster names. */
  toSit: z.int(),
  /** Sittings that ended here and have a whole score, those brought from cells left out. */
  results: z.int(),
  underWay: z.int(),
  /** What came from cells. */
  brought: z.array(z.object({ cell: z.string(), results: z.int(), madeAt: instantSchema })),
});
export type CellSummary = z.infer<typeof cellSummarySchema>;

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
  started: msSchema, // as the other two since 1970
  deadline: msSchema,
  closed: msSchema,
  state: z.enum(sittingStates).check(z.refine((state) => state !== 'open')),
  answered: z.int().check(z.nonnegative(), z.maximum(MOST_ANSWERED)),
  /** Only the server closed it: no submission came so far. */
  provisional: z.boolean(),
  /** Name, hundredths of a mark, wrong answers where they were counted. */
  scores: z
    .array(z.tuple([z.string().check(z.maxLength(200)), hundredths, z.nullable(z.int())]))
    .check(z.maxLength(SECTION_ROWS)),
  documents: z.nullable(hundredths),
  /** The long form; null where there is none. */
  receipt: z.nullable(z.string().check(z.maxLength(1_000))),
});
export type ResultsLine = z.infer<typeof resultsLineSchema>;

/** The last line: signed by the cell's receipt key over the digest of all lines before. */
export const resultsSealSchema = z.object({
  results: z.int(),
  kid: z.string().check(z.maxLength(100)),
  signature: z.string().check(z.regex(/^[\w-]{86}$/)),
});

/** POST exams/{id}/cell/results. */
export const broughtReportSchema = z.object({
  /** False after a dry run. */
  done: z.boolean(),
  cell: z.string(),
  exam: z.string(),
  madeAt: instantSchema,
  underWay: z.int(),
  results: z.int(),
  added: z.int(),
  /** Brought before and otherwise now; at most five hundred are named. */
  changed: z.int(),
  changes: z.array(
    z.object({ uid: z.string(), name: z.string(), before: z.number(), after: z.number() }),
  ),
  /** Brought before by this or a newer file. */
  same: z.int(),
  refused: z.int(),
  /** Lines that can't be taken and why; at most five hundred are named. */
  refusals: z.array(z.object({ line: z.int(), uid: z.string(), message: z.string() })),
});
export type BroughtReport = z.infer<typeof broughtReportSchema>;
