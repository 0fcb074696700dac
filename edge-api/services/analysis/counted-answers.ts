// Caches each exam's counts until its sittings or their key change. Callers who come during a count wait for the same
// count. A caller for whom it takes too long gets no result and asks again.
import { setImmediate, setTimeout } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { Deps } from '#api/deps.ts';
import { readCorrections } from '#api/services/questions/revisions.ts';
import { readEnded, type WholeSitting } from '#api/services/sittings/read-sitting.ts';
import { itemsOf, paperKey, timesOf } from '#api/services/sittings/settle.ts';
import type { Database } from '#db/client.ts';
import type { ExamRow } from '#db/queries/exams.ts';
import { markOfScores } from '#db/queries/merit.ts';
import { project } from '#machines/sitting/rules.ts';
import type { Counted } from './distribution.ts';
import { readScoreFigures, type ScoreFigures } from './read-figures.ts';
import {
  type AskedSection,
  type Cuts,
  cutGroups,
  type QuestionCount,
  type Tallies,
  tallySitting,
  toCounts,
} from './tally-questions.ts';

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
  figures: { mark: string; figures: ScoreFigures } | null;
  /** The count that is running: there is only one at a time, however many callers come while scores change. */
  figuring: { mark: string; ended: Promise<ScoreFigures> } | null;
  running: { done: number; of: number; ended: Promise<CountedAnswers> } | null;
};

/** The most exams whose counts are kept. With the largest question bank each takes some ten megabytes. */
const MOST_KEPT = 8;
const kept = new WeakMap<Database, Map<string, Kept>>();

/** How long a request waits for a count. Well below what a browser waits for. */
export const PATIENCE_MS = 2_000;
/** How long the page waits when it is opened, so that it shows scores and times at once, and the count's progress. */
export const FIRST_LOOK_MS = 300;

type Scored = Pick<ExamRow, 'id' | 'format'>;

/** Cached until a score changes, so asking again for the count's progress costs one look at the sittings. */
export async function scoreFigures(db: Database, { id, format }: Scored): Promise<ScoreFigures> {
  const mark = await markOfScores(db.orm, [id]);
  const exam = keptOf(db, id);
  // A running count for another mark may have begun before the newest score, so it is waited for and not used. Any count
  // that begins after it includes that score.
  if (exam.figuring && exam.figuring.mark !== mark) await exam.figuring.ended.catch(() => null);
  if (exam.figures?.mark === mark) return exam.figures.figures;
  exam.figuring ??= { mark, ended: read() };
  return exam.figuring.ended;

  async function read(): Promise<ScoreFigures> {
    try {
      const figures = await readScoreFigures(db, id, format);
      exam.figures = { mark, figures };
      return figures;
    } finally {
      exam.figuring = null;
    }
  }
}

/**
 * @param patienceMs how long to wait for the first count of an exam
 * @returns null if the first count takes longer. Later counts are always waited for; otherwise someone who watches an exam
 * under way, where scores keep changing, would never see one
 */
export async function scoreFiguresWithin(
  db: Database,
  exam: Scored,
  patienceMs: number,
): Promise<ScoreFigures | null> {
  const reading = scoreFigures(db, exam);
  return keptOf(db, exam.id).figures ? reading : within(patienceMs, reading);
}

/** @returns null when it takes longer */
async function within<T>(patienceMs: number, ended: Promise<T>): Promise<T | null> {
  const impatience = new AbortController();
  try {
    const tired = setTimeout(patienceMs, null, { signal: impatience.signal }).catch(() => null);
    return await Promise.race([ended, tired]);
  } finally {
    impatience.abort();
  }
}

const markSchema = z.tuple([z.object({ ended: z.int(), mark: z.string() })]);
/**
 * Changes with every write to a sitting, because each raises its version, and with every corrected key. Ids are hashed with the versions,
 * because the sum of versions alone stays the same when one sitting is reopened and another with its version ends.
 */
const MARK = `select count(*)::int as ended, concat_ws(' ', count(*), sum(hashtext(id || ' ' || version)::bigint),
    (select concat_ws(' ', count(*), max(corrected_at)) from key_corrections)) as mark
  from sittings where exam_id = $1 and state <> 'open'`;

/**
 * @param scores the scores for the questions alone, in hundredths; they decide who is among the best and the weakest
 * @param patienceMs how long to wait for a count that isn't done
 * @returns the newest count; while that is being made, an older one; if there is none, the progress
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
  const counted = await within(patienceMs, running.ended);
  return counted ?? exam.counted ?? { state: 'counting', done: running.done, of: running.of };
}

function keptOf(db: Database, examId: string): Kept {
  const exams = kept.get(db) ?? new Map<string, Kept>();
  kept.set(db, exams);
  const exam = exams.get(examId) ?? { counted: null, figures: null, figuring: null, running: null };
  exams.delete(examId);
  exams.set(examId, exam); // moves this exam to the end: the one used longest ago is dropped first
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
  // When the count fails, nobody may be waiting for it any more.
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

// Goes through every ended sitting of an exam, a few at a time, so that an exam with a hundred thousand sittings needs no
// more memory than one with ten, and the server answers other requests in between. Answers and keys come from the same
// functions as the score: `project` and `paperKey`.

/** Sittings per batch. With a hundred acts each, a batch takes some 10 ms, for which a candidate's push may have to wait. */
const BATCH = 25;

/** @param onProgress called after each batch with the number of sittings done */
async function countAnswers(
  db: Database,
  examId: string,
  cuts: Cuts | null,
  onProgress: (done: number) => void,
): Promise<{ sittings: number; questions: QuestionCount[] }> {
  const tallies: Tallies = new Map();
  let sittings = 0;
  let after = '';
  for (;;) {
    const batch = await readEnded(db, examId, after, BATCH);
    const corrections = await readCorrections(db, [...new Set(batch.flatMap(itemsOf))]);
    for (const sitting of batch) {
      const { answers } = project(sitting.log, sitting.submissions, timesOf(sitting));
      tallySitting(tallies, await askedOf(db, sitting, corrections), answers, cuts);
      after = sitting.id;
    }
    sittings += batch.length;
    onProgress(sittings);
    if (batch.length < BATCH) return { sittings, questions: toCounts(tallies) };
    await setImmediate();
  }
}

async function askedOf(
  db: Database,
  sitting: WholeSitting,
  corrections: ReadonlyMap<number, number>,
): Promise<AskedSection[]> {
  const key = await paperKey(db, sitting, corrections);
  return sitting.sections.map(({ name, items }, section) => ({
    name,
    items: items.map((revision, place) => {
      const item = key[section]?.items[place];
      if (!item) throw new Error(`The key has no item for revision ${revision} of a paper`);
      return { revision, key: item };
    }),
  }));
}
