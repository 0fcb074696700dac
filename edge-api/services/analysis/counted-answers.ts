// Keeps what was counted of each exam until something changes in its sittings or their key, and lets everyone
// who asks meanwhile wait for the same count. A count that takes longer than a request may is asked for again.
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { Database } from '#db/client.ts';
import type { Deps } from '../../deps.ts';
import { countAnswers } from './count-answers.ts';
import { cutGroups } from './cut-groups.ts';
import type { Counted } from './distribution.ts';
import type { QuestionCount } from './tally-questions.ts';

export type CountedAnswers = {
  state: 'counted';
  /** Milliseconds since 1970. */
  asOf: number;
  sittings: number;
  questions: readonly QuestionCount[];
};
type Counting = { state: 'counting'; done: number; of: number };

type Kept = {
  counted: (CountedAnswers & { mark: string }) | null;
  running: { done: number; of: number; ended: Promise<CountedAnswers> } | null;
};

/** Some ten megabytes each where the bank is as large as they come. */
const MOST_KEPT = 8;
const kept = new WeakMap<Database, Map<string, Kept>>();

/** Well below what a browser waits for. */
export const PATIENCE_MS = 2_000;

const markSchema = z.tuple([z.object({ ended: z.int(), mark: z.string() })]);
/** Every write to a sitting moves its version. */
const MARK = `select count(*)::int as ended, concat_ws(' ', count(*), sum(version),
    (select concat_ws(' ', count(*), max(corrected_at)) from key_corrections)) as mark
  from sittings where exam_id = $1 and state <> 'open'`;

/**
 * @param scores of the questions alone, in hundredths, for the groups of the best and the weakest
 * @param patienceMs how long to wait for a count that isn't done
 * @returns the newest count; an older one while it is being made anew; how far it is when there is none yet
 */
export async function countedAnswers(
  deps: Deps,
  examId: string,
  scores: () => Promise<Counted>,
  patienceMs: number,
): Promise<CountedAnswers | Counting> {
  const [{ ended, mark }] = markSchema.parse(await deps.db.rows(MARK, [examId]));
  const exam = keptOf(deps.db, examId);
  if (exam.counted?.mark === mark) return exam.counted;
  exam.running ??= start(deps, examId, exam, { scores, ended, mark });
  const { running } = exam;
  const impatience = new AbortController();
  try {
    const tired = setTimeout(patienceMs, null, { signal: impatience.signal }).catch(() => null);
    const counted = await Promise.race([running.ended, tired]);
    return counted ?? exam.counted ?? { state: 'counting', done: running.done, of: running.of };
  } finally {
    impatience.abort();
  }
}

function keptOf(db: Database, examId: string): Kept {
  const exams = kept.get(db) ?? new Map<string, Kept>();
  kept.set(db, exams);
  const exam = exams.get(examId) ?? { counted: null, running: null };
  exams.delete(examId);
  exams.set(examId, exam); // the one asked for last is dropped last
  const [oldest] = exams.keys();
  if (exams.size > MOST_KEPT && oldest !== undefined) exams.delete(oldest);
  return exam;
}

function start(
  deps: Deps,
  examId: string,
  exam: Kept,
  known: { scores: () => Promise<Counted>; ended: number; mark: string },
): NonNullable<Kept['running']> {
  const running = { done: 0, of: known.ended, ended: count() };
  // Nobody may be waiting any more when it fails.
  running.ended.catch((error: unknown) => {
    deps.log.error({ err: error, examId }, 'answers not counted');
  });
  return running;

  async function count(): Promise<CountedAnswers> {
    try {
      const asOf = deps.now();
      const cuts = cutGroups(await known.scores());
      const counted = await countAnswers(deps.db, examId, cuts, (done) => {
        running.done = done;
      });
      exam.counted = { state: 'counted', asOf, mark: known.mark, ...counted };
      return exam.counted;
    } finally {
      exam.running = null;
    }
  }
}
