// Caches each exam's counts until its sittings or their key change, and lets everyone who asks in the meantime wait for the same
// count. A caller whose count takes longer than a request may asks again.
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
  /** One count at a time, however many ask while scores move. */
  figuring: { mark: string; ended: Promise<ScoreFigures> } | null;
  running: { done: number; of: number; ended: Promise<CountedAnswers> } | null;
};

/** Some ten megabytes each where the bank is as large as they come. */
const MOST_KEPT = 8;
const kept = new WeakMap<Database, Map<string, Kept>>();

/** Well below what a browser waits for. */
export const PATIENCE_MS = 2_000;
/** Who opens the page sees scores and times at once, and how far the count of the answers is. */
export const FIRST_LOOK_MS = 300;

type Scored = Pick<ExamRow, 'id' | 'format'>;

/** Kept until a score moves: asking again how far the count is costs one look at the sittings. */
export async function scoreFigures(db: Database, { id, format }: Scored): Promise<ScoreFigures> {
  const mark = await markOfScores(db.orm, [id]);
  const exam = keptOf(db, id);
  // What is under way for another mark may have begun before the score that this one tells of; what begins after it has not.
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
 * @param patienceMs how long the first count of an exam is waited for
 * @returns null while that takes longer; a later one is always waited for, or someone who watches an exam under way would never see one
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
/** Every write to a sitting moves its version. */
const MARK = `select count(*)::int as ended, concat_ws(' ', count(*), sum(version),
    (select concat_ws(' ', count(*), max(corrected_at)) from key_corrections)) as mark
  from sittings where exam_id = $1 and state <> 'open'`;

/**
 * @param scores of the questions alone, in hundredths, for the groups of the best and the weakest
 * @param patienceMs how long to wait for a count that isn't done
 * @returns the newest count; an older one while a new one is being made; how far it is when there is none yet
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

// Goes through every sitting of an exam that is over, a few at a time, so that a hall of a hundred thousand
// needs no more memory than one of ten and the server answers others in between. What counts as an answer, and
// what is right, is what the score goes by: `project` and `paperKey`.

/** With a hundred acts each some 10 ms of work between two breaths: what a candidate's push may have to wait. */
const BATCH = 25;

/** @param onProgress told how many sittings are done, after each batch */
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
