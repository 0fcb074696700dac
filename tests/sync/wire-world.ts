// The one exam in which the messages of a protocol are recorded and replayed: ids and instants are the same
// each time, so that what a phone once sent, with its digests, is still valid.
import * as z from 'zod';
import { SECTION_ROWS } from '#contract/desk/exam-draft.ts';
import { SUPER_ADMIN } from '#contract/wire/users.ts';
import { bumpBankVersion } from '#db/queries/bank.ts';
import { exams, imports, questionRevisions, questions } from '#db/schema/exams.ts';
import { enrolments, users } from '#db/schema/people.ts';
import { START, startApi, type TestApi } from '#tests/support/api.ts';
import type { Candidate } from './phone.ts';

const EXAM = 'wire-exam';
const QUESTIONS = ['wire-q1', 'wire-q2', 'wire-q3'];
export const WIRE_MINUTES = 60;

/** @param uids of the candidates who sit the exam */
export async function openWireWorld(
  uids: readonly string[],
): Promise<{ api: TestApi; candidates: Candidate[] }> {
  const api = await startApi({ now: START });
  const { orm } = api.deps.db;
  await orm.insert(imports).values({
    id: 'wire-import',
    state: 'done',
    fileName: 'wire.xlsx',
    startedBy: SUPER_ADMIN,
  });
  const revisions = await orm
    .insert(questionRevisions)
    .values(
      QUESTIONS.map((questionId) => ({
        questionId,
        type: 'Wire',
        text: `Text of ${questionId}`,
        options: ['A', 'B', 'C', 'D'],
        correct: 0,
        weightage: 100,
        negative: 0,
      })),
    )
    .returning({ id: questionRevisions.id, questionId: questionRevisions.questionId });
  await orm.insert(questions).values(
    revisions.map(({ id, questionId }, position) => ({
      id: questionId,
      revisionId: id,
      type: 'Wire',
      contentHash: questionId,
      importId: 'wire-import',
      position,
    })),
  );
  await bumpBankVersion(orm);
  await orm.insert(exams).values({
    id: EXAM,
    name: 'Wire',
    pricePaise: 0,
    description: '',
    startsAt: new Date(START - 1_000),
    durationMinutes: WIRE_MINUTES,
    format: 'MCQ',
    status: 'Active',
    sections: Array.from({ length: SECTION_ROWS }, (_, row) => ({
      fieldType: row === 0 ? 'Wire' : '',
      fieldCount: row === 0 ? QUESTIONS.length : 0,
    })),
  });
  const candidates: Candidate[] = [];
  for (const uid of uids) {
    await orm.insert(users).values({
      uid,
      role: 'candidate',
      fullName: uid,
      email: `${uid}@example.com`,
      mobile: uid,
      passwordHash: '',
    });
    await orm.insert(enrolments).values({
      id: `wire-${uid}`,
      uid,
      examId: EXAM,
      status: 'Fees Paid',
      paidAt: new Date(START),
    });
    candidates.push({ uid, token: await api.signInAs(uid), examId: EXAM });
  }
  return { api, candidates };
}

/** The questions of the exam, in the order of their ids. */
export const wireQids: readonly string[] = QUESTIONS;

// Sends to today's server what a phone of an earlier protocol sent to the server of its day. What the server
// makes up (ids of sittings, signatures) is replaced by what today's server makes up.

const exchangeSchema = z.object({
  /** Milliseconds since the recording began. */
  afterMs: z.number(),
  path: z.string(),
  request: z.looseObject({}),
  status: z.int(),
  reply: z.looseObject({}),
});
export const recordingSchema = z.object({
  protocol: z.int(),
  uids: z.array(z.string()),
  stories: z.array(z.object({ name: z.string(), exchanges: z.array(exchangeSchema) })),
});
export type Exchange = z.infer<typeof exchangeSchema>;
export type Recording = z.infer<typeof recordingSchema>;

/** The fields of a reply that the server makes up. */
const MADE_UP = ['sittingId', 'signature'] as const;

type Replayed = Exchange & { answered: { status: number; body: unknown } };

/** @param began the instant at which the recording began */
export async function replay(
  api: TestApi,
  candidate: Candidate,
  exchanges: readonly Exchange[],
  began: number,
): Promise<Replayed[]> {
  const now = new Map<string, string>();
  const done: Replayed[] = [];
  for (const exchange of exchanges) {
    api.clock.now = began + exchange.afterMs;
    let text = JSON.stringify(exchange.request);
    for (const [then, today] of now) text = text.replaceAll(then, today);
    const { status, body } = await api.request(exchange.path, {
      token: candidate.token,
      json: JSON.parse(text),
    });
    const told = z.looseObject({}).safeParse(body).data ?? {};
    for (const name of MADE_UP) {
      const [then, today] = [exchange.reply[name], told[name]];
      if (typeof then === 'string' && typeof today === 'string') now.set(then, today);
    }
    done.push({ ...exchange, answered: { status, body } });
  }
  return done;
}
