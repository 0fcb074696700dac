// The analysis of an exam for the administrator.

import { and, inArray } from 'drizzle-orm';
import {
  type ExamAnalysis,
  type QuestionFigures,
  type QuestionFlag,
  type QuestionOrder,
  questionFlags,
  type SectionFigures,
} from '#contract/desk/analysis.ts';
import { DOCUMENTS } from '#contract/wire/results.ts';
import type { Database } from '#db/client.ts';
import { inBank } from '#db/queries/bank.ts';
import { type ExamRow, findExam } from '#db/queries/exams.ts';
import { questions } from '#db/schema/exams.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { readRevisions } from '../questions/revisions.ts';
import {
  type CountedAnswers,
  countedAnswers,
  scoreFigures,
  scoreFiguresWithin,
} from './counted-answers.ts';
import { type Counted, distributionOf, markScale, minuteScale, spreadOf } from './distribution.ts';
import { readStates } from './read-figures.ts';
import { flagQuestion, type QuestionCount } from './tally-questions.ts';

/** Flags that make the question itself doubtful. The other flags are only worth knowing. */
const grave: ReadonlySet<QuestionFlag> = new Set(questionFlags.slice(0, 3));

/**
 * @param patienceMs how long to wait for the count of the scores, and then again for the count of the answers
 * @throws Problem not-found
 */
export async function readAnalysis(
  deps: Deps,
  examId: string,
  patienceMs: number,
): Promise<ExamAnalysis> {
  const exam = await findExam(deps.db.orm, examId);
  if (!exam) throw new Problem('not-found');
  const [participants, figures] = await Promise.all([
    readStates(deps.db, examId, exam.format),
    scoreFiguresWithin(deps.db, exam, patienceMs),
  ]);
  const scores = async () => (await scoreFigures(deps.db, exam)).totals.answered;
  const answers = await countedAnswers(deps, examId, scores, figures ? patienceMs : 0);
  return {
    examId,
    examName: exam.name,
    format: exam.format,
    durationMinutes: exam.durationMinutes,
    asOf: new Date(deps.now()).toISOString(),
    participants,
    scoresCounted: figures !== null,
    scores: figures && distributionOf(figures.totals.whole, markScale),
    timeUsed: figures && distributionOf(figures.times, minuteScale, exam.durationMinutes * 60),
    sections: figures
      ? toSections(exam, figures.sections, answers.state === 'counted' ? answers : null)
      : [],
    answers:
      answers.state === 'counting'
        ? answers
        : {
            state: 'counted',
            asOf: new Date(answers.asOf).toISOString(),
            sittings: answers.sittings,
            questions: answers.questions.length,
            suspicious: answers.questions.filter(isSuspicious).length,
          },
  };
}

function isSuspicious(question: QuestionCount): boolean {
  return flagQuestion(question).some((flag) => grave.has(flag));
}

/** In the exam's order. Sections that it no longer has come after them, and documents last. */
function toSections(
  exam: ExamRow,
  counted: ReadonlyMap<string, Counted>,
  answers: CountedAnswers | null,
): SectionFigures[] {
  const order = [...exam.sections.map(({ fieldType }) => fieldType), ...counted.keys()];
  const names = [...new Set(order)].filter((name) => counted.has(name) && name !== DOCUMENTS);
  if (counted.has(DOCUMENTS)) names.push(DOCUMENTS);
  return names.flatMap((name) => {
    const scores = spreadOf(counted.get(name) ?? new Map(), markScale);
    return scores ? [{ name, scores, questions: sumOf(name, answers) }] : [];
  });
}

function sumOf(name: string, answers: CountedAnswers | null): SectionFigures['questions'] {
  if (!answers || name === DOCUMENTS) return null;
  const sum = { asked: 0, right: 0, wrong: 0, blank: 0 };
  for (const question of answers.questions) {
    if (question.section !== name) continue;
    sum.asked += question.asked;
    sum.right += question.right;
    sum.wrong += question.wrong;
    sum.blank += question.blank;
  }
  return sum;
}

// The questions of an exam and how candidates answered them, page by page in the requested order. Texts are read only for
// the questions of the page.

type WantedFigures = {
  order: QuestionOrder;
  descending: boolean;
  suspicious: boolean;
  /** Pages count from 1. */
  page: number;
  pageSize: number;
};

/** @throws Problem not-found; unavailable while the exam's first count of answers is running */
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
 * All questions in pieces, the most suspicious first.
 * @throws the same Problems as `listQuestionFigures`, before the first piece
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

/**
 * Questions without a value come last in both directions. Questions with equal values have a fixed order, so that no page
 * repeats or skips one.
 */
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
  return counts.map(({ chosen, also, ...count }) => {
    const revision = revisions.get(count.revision);
    if (!revision) throw new Error(`Question revision ${count.revision} is missing`);
    const now = current.get(revision.qid);
    return {
      ...count,
      also: [...also],
      questionId: revision.qid,
      inBank: now === undefined ? 'gone' : now === count.revision ? 'same' : 'changed',
      text: revision.text,
      options: revision.options.map((text, option) => ({ text, chosen: chosen[option] ?? 0 })),
      flags: flagQuestion({ chosen, also, ...count }),
    };
  });
}
