// The questions of an exam with what candidates made of them, page by page in the order asked for. Only the
// page's texts are read.
import { and, inArray } from 'drizzle-orm';
import {
  type QuestionFigures,
  type QuestionOrder,
  questionFlags,
} from '#contract/desk/analysis.ts';
import type { Database } from '#db/client.ts';
import { inBank } from '#db/queries/bank.ts';
import { findExam } from '#db/queries/exams.ts';
import { questions } from '#db/schema/exams.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { readRevisions } from '../questions/revisions.ts';
import { countedAnswers, scoreFigures } from './counted-answers.ts';
import { isSuspicious } from './read-analysis.ts';
import { flagQuestion, type QuestionCount } from './tally-questions.ts';

export type WantedFigures = {
  order: QuestionOrder;
  descending: boolean;
  suspicious: boolean;
  /** From 1. */
  page: number;
  pageSize: number;
};

/** @throws Problem not-found; unavailable while the answers are being counted for the first time */
export async function listQuestionFigures(
  deps: Deps,
  examId: string,
  wanted: WantedFigures,
  patienceMs: number,
): Promise<{ total: number; rows: QuestionFigures[] }> {
  const counts = await countsOf(deps, examId, patienceMs);
  const found = wanted.suspicious ? counts.filter(isSuspicious) : counts;
  const from = (wanted.page - 1) * wanted.pageSize;
  const page = sortCounts(found, wanted).slice(from, from + wanted.pageSize);
  return { total: found.length, rows: await withTexts(deps.db, page) };
}

const PIECE = 500;

/**
 * All of them, the most suspicious first, in pieces.
 * @throws what `listQuestionFigures` throws, before the first piece
 */
export async function everyQuestionFigures(
  deps: Deps,
  examId: string,
  patienceMs: number,
): Promise<AsyncIterable<QuestionFigures[]>> {
  const counts = sortCounts(await countsOf(deps, examId, patienceMs), {
    order: 'flags',
    descending: false,
  });
  return inPieces();

  async function* inPieces() {
    for (let from = 0; from < counts.length; from += PIECE)
      yield await withTexts(deps.db, counts.slice(from, from + PIECE));
  }
}

async function countsOf(
  deps: Deps,
  examId: string,
  patienceMs: number,
): Promise<readonly QuestionCount[]> {
  const exam = await findExam(deps.db.orm, examId);
  if (!exam) throw new Problem('not-found');
  const scores = async () => (await scoreFigures(deps.db, exam)).totals.answered;
  const counted = await countedAnswers(deps, examId, scores, patienceMs);
  if (counted.state === 'counting') throw new Problem('unavailable', { retryAfter: 5 });
  return counted.questions;
}

const NONE = questionFlags.length;
const sortedBy: Record<QuestionOrder, (count: QuestionCount) => number | null> = {
  flags: (count) => {
    const [gravest] = flagQuestion(count);
    return gravest ? questionFlags.indexOf(gravest) : NONE;
  },
  facility: ({ facility }) => facility,
  discrimination: ({ discrimination }) => discrimination,
  upperLower: ({ upperLower }) => upperLower,
  asked: ({ asked }) => asked,
};

/** What has no value comes last either way; equals keep one order, so that no page repeats or skips one. */
function sortCounts(
  counts: readonly QuestionCount[],
  { order, descending }: Pick<WantedFigures, 'order' | 'descending'>,
): QuestionCount[] {
  const turn = descending ? -1 : 1;
  return counts
    .map((count) => ({ count, value: sortedBy[order](count) }))
    .sort((a, b) => {
      if (a.value === null || b.value === null || a.value === b.value)
        return (
          Number(a.value === null) - Number(b.value === null) || a.count.revision - b.count.revision
        );
      return turn * (a.value - b.value);
    })
    .map(({ count }) => count);
}

async function withTexts(
  db: Database,
  counts: readonly QuestionCount[],
): Promise<QuestionFigures[]> {
  if (counts.length === 0) return [];
  const ids = counts.map(({ revision }) => revision);
  const revisions = await readRevisions(db, ids);
  const qids = ids.flatMap((id) => revisions.get(id)?.qid ?? []);
  const standing = await db.orm
    .select({ id: questions.id, revision: questions.revisionId })
    .from(questions)
    .where(and(inBank, inArray(questions.id, qids)));
  const current = new Map(standing.map(({ id, revision }) => [id, revision]));
  return counts.map(({ chosen, ...count }) => {
    const revision = revisions.get(count.revision);
    if (!revision) throw new Error(`Question revision ${count.revision} is missing`);
    const now = current.get(revision.qid);
    return {
      ...count,
      questionId: revision.qid,
      inBank: now === undefined ? 'gone' : now === count.revision ? 'same' : 'changed',
      text: revision.text,
      options: revision.options.map((text, option) => ({ text, chosen: chosen[option] ?? 0 })),
      flags: flagQuestion({ chosen, ...count }),
    };
  });
}
