// An exam that runs on a cell: what goes to the cell, and what the results file brings back (decision 87).
import * as z from 'zod/mini';
import { instantSchema } from '../wire/values.ts';
import { listColumns } from './candidates.ts';

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
  /** Candidates who have paid and not sat: the people that a roster names. */
  toSit: z.int(),
  /** Sittings that ended here and have a whole score, without those brought in from cells. */
  results: z.int(),
  underWay: z.int(),
  /** Results brought in from cells. */
  brought: z.array(z.object({ cell: z.string(), results: z.int(), madeAt: instantSchema })),
});
export type CellSummary = z.infer<typeof cellSummarySchema>;

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
  /** Brought in before and different now; at most five hundred are named. */
  changed: z.int(),
  changes: z.array(
    z.object({ uid: z.string(), name: z.string(), before: z.number(), after: z.number() }),
  ),
  /** Brought in before, by this or a newer file. */
  same: z.int(),
  refused: z.int(),
  /** Lines that can't be taken and why; at most five hundred are named. */
  refusals: z.array(z.object({ line: z.int(), uid: z.string(), message: z.string() })),
});
export type BroughtReport = z.infer<typeof broughtReportSchema>;
