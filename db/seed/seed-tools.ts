// What the seed gets from outside: ids, randomness, and our hashes.

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import type { Receipt } from '#contract/wire/sync.ts';
import { type OptionName, optionNames } from '#contract/wire/values.ts';
import { digestText } from '#machines/sitting/digest.ts';
import { drawPaper } from '#machines/sitting/draw.ts';
import { scoreSections } from '#machines/sitting/scoring.ts';
import type { Orm } from '../client.ts';
import type { questionRevisions } from '../schema/exams.ts';
import type { orders } from '../schema/money.ts';
import { papers, receipts, results, sittings, submissions } from '../schema/sittings.ts';
import type { DemoExam } from './demo-content.ts';

export type SeedTools = {
  /** Milliseconds since 1970. */
  now: number;
  newId: () => string;
  hashPassword: (password: string) => Promise<string>;
  /** Hashes as the question import does, so that a later upload recognises these questions. */
  contentHash: (question: BankQuestion) => string;
  randomBelow: (bound: number) => number;
  /** Books a paid order at the gateway and returns its transaction; null if the gateway isn't ours. */
  payAtGateway:
    | ((
        tx: Orm,
        now: number,
        order: { reference: string; customerId: string; amountPaise: number },
      ) => Promise<string>)
    | null;
  /** The receipt of a complete submission. */
  signReceipt: (facts: {
    sittingId: string;
    seq: number;
    digest: string;
    log: string;
    receivedAt: number;
  }) => Receipt;
  /** Issues the tax invoice of a paid order. */
  issueInvoice: (tx: Orm, now: number, order: PaidOrder) => Promise<unknown>;
};

type PaidOrder = Pick<
  typeof orders.$inferSelect,
  'orderId' | 'amountPaise' | 'enrolmentId' | 'applicationId'
>;

const questionSchema = z.object({
  type: z.string(),
  text: z.string(),
  options: z.tuple([z.string(), z.string(), z.string(), z.string()]),
  correct: z.literal([0, 1, 2, 3]),
});
export type BankQuestion = z.infer<typeof questionSchema>;

// The demonstration's questions from their file, and their marks.
export async function readDemoQuestions(): Promise<BankQuestion[]> {
  const text = await readFile(new URL('./demo-questions.json', import.meta.url), 'utf8');
  return z.array(questionSchema).parse(JSON.parse(text));
}

/** Aptitude takes longest and counts double. Hundredths of a mark. */
export const demoMarks = (type: string) =>
  type === 'Aptitude' ? { weightage: 200, negative: 50 } : { weightage: 100, negative: 25 };

// A submitted sitting as the exam leaves it: paper, submission, receipt and result agree.

/** The seq of a submission without the device protocol: after every event. */
const AFTER_ALL = 1_000_000_000;

type Sat = {
  uid: string;
  exam: DemoExam;
  examId: string;
  enrolmentId: string;
  revisions: readonly (typeof questionRevisions.$inferSelect)[];
};

/** Halfway through an exam whose deadline was an hour ago; milliseconds since 1970. */
export function submissionTimeOf({ now }: Pick<SeedTools, 'now'>, exam: DemoExam): number {
  return now - 3_600_000 - (exam.durationMinutes * 60_000) / 2;
}

/** A paper submitted at `submissionTimeOf`: three of four answers are right. */
export async function addSitting(
  tx: Orm,
  tools: SeedTools,
  { uid, exam, examId, enrolmentId, revisions }: Sat,
): Promise<void> {
  const pool = (type: string) => revisions.filter((revision) => revision.type === type);
  const paper = drawPaper(exam.sections, pool, tools.randomBelow);
  if (!paper) throw new Error('The demonstration’s bank is too small for its exams');
  const answers = paper
    .flatMap(({ items }) => items)
    .map(({ questionId, correct }, index) => ({
      qid: questionId,
      answer: nameOf((correct + (index % 4 === 3 ? 1 : 0)) % 4),
    }));
  const key = paper.map(({ name, items }) => ({
    name,
    items: items.map(({ questionId, correct, weightage, negative }) => ({
      qid: questionId,
      correct: nameOf(correct),
      weightage,
      negative,
    })),
  }));
  const sittingId = tools.newId();
  const durationMs = exam.durationMinutes * 60_000;
  const submittedAt = submissionTimeOf(tools, exam);
  const startedAt = submittedAt - durationMs / 2;
  const digest = createHash('sha256').update(digestText(answers, AFTER_ALL)).digest('hex');
  const receipt = tools.signReceipt({
    sittingId,
    seq: AFTER_ALL,
    digest,
    log: '',
    receivedAt: submittedAt,
  });
  await tx.insert(papers).values({
    enrolmentId,
    sections: paper.map(({ name, items }) => ({ name, items: items.map(({ id }) => id) })),
    drawnAt: new Date(startedAt),
  });
  await tx.insert(sittings).values({
    id: sittingId,
    enrolmentId,
    uid,
    examId,
    state: 'submitted',
    startedAt: new Date(startedAt),
    deadlineAt: new Date(startedAt + durationMs),
    lastHeardAt: new Date(submittedAt),
    closedAt: new Date(submittedAt),
    answered: answers.length,
    receipt,
  });
  await tx.insert(receipts).values({ code: receipt.code.replaceAll('-', ''), sittingId, receipt });
  await tx.insert(submissions).values({
    sittingId,
    deviceId: '', // submitted without the device protocol
    seq: AFTER_ALL,
    epoch: 0,
    digest,
    answers,
    refused: [],
    auto: false,
    at: submittedAt,
    elapsed: submittedAt - startedAt,
    receivedAt: submittedAt,
  });
  const sections = scoreSections(key, new Map(answers.map(({ qid, answer }) => [qid, answer])));
  await tx
    .insert(results)
    .values({ sittingId, sections, provisional: false, computedAt: new Date(submittedAt) });
}

function nameOf(option: number): OptionName {
  const name = optionNames[option];
  if (!name) throw new RangeError(`There is no option ${option}`);
  return name;
}
