// The analysis as the sheets of a workbook, with the same figures as the screen. Marks and minutes have at most two
// decimals, shares and indices four.

import {
  inOnePiece,
  numbers,
  text,
  toRows,
  type Workbook,
  type WorkbookCell,
  type WorkbookSheet,
} from '#api/services/workbook/stream-workbook.ts';
import type { Distribution, ExamAnalysis, QuestionFigures } from '#contract/desk/analysis.ts';
import { optionNames } from '#contract/wire/values.ts';
import { rightOptions } from '#machines/sitting/scoring.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { indiaTime } from '../india-time.ts';
import { everyQuestionFigures, readAnalysis } from './read-analysis.ts';

type Row = readonly WorkbookCell[];

/**
 * @returns the sheets Summary, Sections and Questions
 * @throws Problem not-found; unavailable while the exam's first count of scores or answers is running
 */
export async function writeAnalysis(
  deps: Deps,
  examId: string,
  patienceMs: number,
): Promise<Workbook> {
  const questions = await everyQuestionFigures(deps, examId, patienceMs);
  const analysis = await readAnalysis(deps, examId, patienceMs);
  if (!analysis.scoresCounted) throw new Problem('unavailable', { retryAfter: 5 });
  return {
    fileName: `${analysis.examName.replaceAll(' ', '_')}_Analysis.xlsx`,
    sheet: SUMMARY,
    rows: inOnePiece(summaryRows(analysis)),
    more: [
      { sheet: SECTIONS, rows: inOnePiece(sectionRows(analysis)) },
      { sheet: QUESTIONS, rows: toRows(questions, questionRow) },
    ],
  };
}

const SUMMARY: WorkbookSheet = {
  name: 'Summary',
  columns: [text('Figure', 48), numbers('Value', 24)],
};

function summaryRows(analysis: ExamAnalysis): Row[] {
  const { participants, scores, timeUsed, answers } = analysis;
  return [
    ['Exam', analysis.examName],
    ['Format', analysis.format],
    ['Duration, minutes', analysis.durationMinutes],
    ['As of (IST)', indiaTime(analysis.asOf)],
    ['Participants: completed', participants.completed],
    ['Participants: completed provisionally', participants.provisional],
    ['Participants: under way', participants.underWay],
    ['Participants: Fees Paid, not started', participants.notStarted],
    ['Participants: Registered, fee not paid', participants.registered],
    ['Of those: documents not marked', participants.documentsUnmarked],
    ['Of those: with late work to decide', participants.withHeldActs],
    ...spreadRows('Score, marks', scores),
    ...spreadRows('Time used, minutes', timeUsed, analysis.durationMinutes),
    ...(answers.state === 'counted'
      ? [
          ['Questions asked', answers.questions],
          ['Suspicious questions', answers.suspicious],
        ]
      : []),
  ];
}

/** @param end the greatest possible value; it counts in the bin that ends there */
function spreadRows(name: string, distribution: Distribution | null, end?: number): Row[] {
  if (!distribution) return [[`${name}: candidates`, 0]];
  const { spread, bins } = distribution;
  return [
    [`${name}: candidates`, spread.count],
    [`${name}: lowest`, round(spread.least, 2)],
    [`${name}: median`, round(spread.median, 2)],
    [`${name}: mean`, round(spread.mean, 2)],
    [`${name}: highest`, round(spread.most, 2)],
    [`${name}: standard deviation`, round(spread.deviation, 2)],
    ...bins.map(
      ({ from, to, count }): Row => [
        `${name}: ${from} to ${to === end ? '' : 'under '}${to}`,
        count,
      ],
    ),
  ];
}

const SECTIONS: WorkbookSheet = {
  name: 'Sections',
  columns: [
    text('Section', 30),
    ...['Candidates', 'Mean', 'SD', 'Lowest', 'Median', 'Highest'].map((head) => numbers(head)),
    ...['Asked', 'Right', 'Wrong', 'Blank', 'Facility'].map((head) => numbers(head)),
  ],
};

function sectionRows({ sections }: ExamAnalysis): Row[] {
  return sections.map(({ name, scores, questions }) => [
    name,
    scores.count,
    ...[scores.mean, scores.deviation, scores.least, scores.median, scores.most].map((marks) =>
      round(marks, 2),
    ),
    ...(questions
      ? [questions.asked, questions.right, questions.wrong, questions.blank]
      : [null, null, null, null]),
    questions && questions.asked > 0 ? round(questions.right / questions.asked, 4) : null,
  ]);
}

const LETTERS = ['A', 'B', 'C', 'D'];
const QUESTIONS: WorkbookSheet = {
  name: 'Questions',
  columns: [
    text('Question', 60),
    text('Section', 20),
    text('Key', 6),
    ...['Asked', 'Right', 'Wrong', 'Blank', 'Facility'].map((head) => numbers(head, 10)),
    numbers('Discrimination', 15),
    numbers('Gap, best to weakest', 17),
    text('Flags', 40),
    ...LETTERS.flatMap((letter) => [text(`Option ${letter}`, 24), numbers(`${letter} chosen`, 10)]),
  ],
};

function questionRow(question: QuestionFigures): Row {
  const { asked, right, wrong, blank, facility, discrimination, upperLower } = question;
  return [
    question.text,
    question.section,
    rightOptions(question)
      .map((right) => LETTERS[optionNames.indexOf(right)])
      .join(', '),
    asked,
    right,
    wrong,
    blank,
    round(facility, 4),
    discrimination === null ? null : round(discrimination, 4),
    upperLower === null ? null : round(upperLower, 4),
    question.flags.join(', '),
    ...LETTERS.flatMap((_, option) => [
      question.options[option]?.text ?? null,
      question.options[option]?.chosen ?? null,
    ]),
  ];
}

function round(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale;
}
