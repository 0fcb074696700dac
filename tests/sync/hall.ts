// One exam on the real API, and the log of each sitting, read directly from the database.
import * as z from 'zod';
import { newSession } from '#api/services/auth/sessions.ts';
import { newId, newUid } from '#api/services/new-id.ts';
import { readWhole, type WholeSitting } from '#api/services/sittings/read-sitting.ts';
import { timesOf } from '#api/services/sittings/settle.ts';
import { startCodeSchema } from '#contract/desk/start-codes.ts';
import type { OptionName } from '#contract/wire/values.ts';
import { enrolments, sessions, users } from '#db/schema/people.ts';
import { project } from '#machines/sitting/rules.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';
import type { TestExam } from '#tests/support/people.ts';
import type { Send } from './bad-network.ts';
import type { Candidate } from './phone.ts';

export const DURATION_MINUTES = 60;
/** Few questions, so that acts meet on the same one. */
const QUESTIONS = 4;

export type ServerView = {
  answers: ReadonlyMap<string, OptionName | ''>;
  held: number;
};

/** How the server's log is read; the planted faults read it wrongly. */
export type Reading = (sitting: WholeSitting) => ServerView;

export const readRightly: Reading = (sitting) =>
  project(sitting.log, sitting.submissions, timesOf(sitting));

const logSchema = z.array(
  z.object({
    deviceId: z.string(),
    seq: z.int(),
    type: z.string(),
    qid: z.nullable(z.string()),
    answer: z.nullable(z.string()),
  }),
);
export type LogLine = z.infer<typeof logSchema>[number];

export type Hall = {
  api: TestApi;
  examId: string;
  /** The start code of this exam. @throws while it isn't told */
  code(): Promise<string>;
  /** The start code of another exam; null while it isn't told. */
  tellCode(examId: string): Promise<string | null>;
  /** Candidates of a new exam that starts in five minutes and has a start code. */
  newSealed(start: 'own' | 'together', people: number): Promise<Candidate[]>;
  send: Send;
  newCandidate(): Promise<Candidate>;
  whole(candidate: Candidate): Promise<WholeSitting | null>;
  /** What the server holds of a sitting, and from which device. */
  log(sittingId: string): Promise<LogLine[]>;
  pass(ms: number): void;
};

/** @param exam its start; if left out, each candidate starts on their own, from an hour ago on */
export async function openHall(
  databaseUrl?: string,
  exam: Pick<TestExam, 'start' | 'startsAt'> = {},
): Promise<Hall> {
  const api = await startApi({ now: Date.now(), ...(databaseUrl ? { databaseUrl } : {}) });
  await api.makeQuestions('Sync', QUESTIONS, { weightage: 3, negative: 1 });
  const paper = {
    durationMinutes: DURATION_MINUTES,
    sections: [{ fieldType: 'Sync', fieldCount: QUESTIONS }],
    // Questions, and answers on paper that are photographed.
    format: 'MIX' as const,
  };
  const examId = await api.makeExam({ ...exam, ...paper });
  const token = api.adminToken;
  // Thousands of schedules, each of some minutes, take longer than any session lasts.
  await api.deps.db.orm.update(sessions).set({ expiresAt: new Date('9999-01-01T00:00:00Z') });
  await api.request(`exams/${examId}/start-code`, { token, json: {} });
  const tellCode = async (id: string) => {
    const { status, body } = await api.request(`exams/${id}/start-code`, { token });
    return status === 425 ? null : startCodeSchema.parse(body).code;
  };
  const waiting: Candidate[] = [];
  return {
    api,
    examId,
    async code() {
      const code = await tellCode(examId);
      if (code === null) throw new Error('the code is not told yet');
      return code;
    },
    tellCode,
    async newSealed(start, people) {
      const startsAt = api.clock.now + 5 * 60_000;
      const id = await api.makeExam({ start, startsAt, ...paper });
      await api.request(`exams/${id}/start-code`, { token, json: {} });
      return Promise.all(
        Array.from({ length: people }, async () => ({
          ...(await api.makeCandidate({ examId: id, status: 'Fees Paid' })),
          examId: id,
        })),
      );
    },
    send: async (url, init) => api.app.request(url, init),
    async newCandidate() {
      if (waiting.length === 0) waiting.push(...(await enrolMany(api, examId)));
      const candidate = waiting.pop();
      if (!candidate) throw new Error('nobody was enrolled');
      return candidate;
    },
    log: async (sittingId) =>
      logSchema.parse(
        await api.deps.db.rows(
          'select device_id as "deviceId", seq, type, qid, answer from sitting_events where sitting_id = $1',
          [sittingId],
        ),
      ),
    whole: (candidate) => readWhole(api.deps.db, candidate),
    pass(ms) {
      api.clock.now += ms;
    },
  };
}

/** As many at once as one statement takes quickly: enrolling one by one would take longer than their exams. */
const MANY = 200;

async function enrolMany({ deps: { db }, clock }: TestApi, examId: string): Promise<Candidate[]> {
  const people = Array.from({ length: MANY }, () => ({
    uid: newUid(),
    ...newSession(clock.now),
    enrolmentId: newId(),
  }));
  await db.orm.insert(users).values(
    people.map(({ uid }) => ({
      uid,
      role: 'candidate' as const,
      fullName: uid,
      email: `${uid}@example.com`,
      mobile: uid,
      passwordHash: '',
    })),
  );
  await db.orm.insert(enrolments).values(
    people.map(({ uid, enrolmentId }) => ({
      id: enrolmentId,
      uid,
      examId,
      status: 'Fees Paid' as const,
      paidAt: new Date(clock.now),
    })),
  );
  await db.orm
    .insert(sessions)
    .values(people.map(({ uid, tokenHash, expiresAt }) => ({ uid, tokenHash, expiresAt })));
  return people.map(({ uid, token }) => ({ uid, token, examId }));
}
