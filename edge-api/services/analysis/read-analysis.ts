// The analysis of an exam for the administrator.
import {
  type ExamAnalysis,
  type QuestionFlag,
  questionFlags,
  type SectionFigures,
} from '#contract/desk/analysis.ts';
import { DOCUMENTS } from '#contract/wire/results.ts';
import { type ExamRow, findExam } from '#db/queries/exams.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import {
  type CountedAnswers,
  countedAnswers,
  scoreFigures,
  scoreFiguresWithin,
} from './counted-answers.ts';
import { type Counted, distributionOf, markScale, minuteScale, spreadOf } from './distribution.ts';
import { readStates } from './read-figures.ts';
import { flagQuestion, type QuestionCount } from './tally-questions.ts';

/** The others are worth knowing; these make the question itself doubtful. */
const grave: ReadonlySet<QuestionFlag> = new Set(questionFlags.slice(0, 3));

/**
 * @param patienceMs how long to wait for scores, and then for the answers, to be counted
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

export function isSuspicious(question: QuestionCount): boolean {
  return flagQuestion(question).some((flag) => grave.has(flag));
}

/** In the exam's order; sections it has no longer come after them, the documents last. */
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
