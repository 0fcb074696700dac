/**
 * Changes between reading and writing. A sitting begins, and a session opens, only if what it depends on still holds,
 * whichever comes first. Runs on a real Postgres, whose transactions overlap.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { totpOf } from '#api/services/auth/second-factor.ts';
import { secondFactorSecretSchema } from '#contract/site/account.ts';
import { readinessReplySchema } from '#contract/wire/sealed-paper.ts';
import { sessionReplySchema } from '#contract/wire/users.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { hallOf } from '../support/hall.ts';
import { PASSWORD } from '../support/people.ts';
import { databaseOn } from '../support/test-database.ts';

let api: TestApi;
/** An act that runs once, just before the next statement that contains these words. */
let before: { words: string; act: () => Promise<unknown> } | null = null;

beforeAll(async () => {
  api = await startApi({
    ...(await databaseOn('Postgres')),
    rows: (send) => async (statement, params) => {
      const due = before && statement.includes(before.words) ? before : null;
      if (due) {
        before = null;
        await due.act();
      }
      return send(statement, params);
    },
  });
  await api.makeQuestions('Any', 1);
});
afterAll(() => api.close());

const makeExam = () => api.makeExam({ sections: [{ fieldType: 'Any', fieldCount: 1 }] });
afterEach(() => {
  expect(before).toBeNull(); // it ran
});

const codeOf = (secret: string) => totpOf(secret).generate({ timestamp: api.clock.now });
const timesSchema = z.object({ startedAt: z.string(), deadline: z.string() });
const BEGINS = 'insert into sittings';
const OPENS = 'insert into sessions';
const office = (path: string, json: object, method = 'POST') =>
  api.request(path, { method, json, token: api.adminToken });
const open = (examId: string, token: string) =>
  api.request(`exams/${examId}/sitting`, { token, json: { protocol: 3, deviceId: 'phone-1' } });
const sittingsOf = (uid: string) =>
  api.deps.db.rows(
    `select s.exam_id as exam, n.exam_id as enrolled, s.paused_at is not null as paused
     from sittings s join enrolments n on n.id = s.enrolment_id where s.uid = $1`,
    [uid],
  );

describe('a sitting that is about to begin', () => {
  it('does not begin in an exam that its candidate has just been moved out of', async () => {
    const [from, to] = [await makeExam(), await makeExam()];
    const { uid, token, enrolmentId } = await api.makeCandidate({
      examId: from,
      status: 'Fees Paid',
    });
    const move = { enrolment: enrolmentId, examID: to, reason: 'Another shift', difference: 500 };
    before = {
      words: BEGINS,
      act: async () =>
        expect(await office(`candidates/${uid}/move`, move)).toMatchObject({ status: 200 }),
    };
    expect(await open(from, token)).toMatchObject({ status: 403, body: { code: 'not-eligible' } });
    expect(await sittingsOf(uid)).toEqual([]);
  });

  it('does not begin when the hall was paused at that moment', async () => {
    const examId = await makeExam();
    const hall = await hallOf(api, examId);
    const { uid, token } = await hall.candidate();
    before = {
      words: BEGINS,
      act: () => hall.does({ kind: 'pause', to: { all: true }, reason: 'Fire alarm' }),
    };
    expect(await open(examId, token)).toMatchObject({ body: { code: 'exam-paused' } });
    expect(await sittingsOf(uid)).toEqual([]);
  });

  it('is reached by an act that is stored just after it has begun', async () => {
    const examId = await makeExam();
    const hall = await hallOf(api, examId);
    const { uid, token } = await hall.candidate();
    before = {
      words: 'insert into proctor_acts',
      act: async () => expect((await open(examId, token)).status).toBe(200),
    };
    await hall.does({ kind: 'pause', to: { all: true }, reason: 'Fire alarm' });
    expect(await sittingsOf(uid)).toMatchObject([{ paused: true }]);
  });

  it('does not begin for a candidate who has just been blocked, nor in an exam that has just been archived', async () => {
    const examId = await makeExam();
    const first = await api.makeCandidate({ examId, status: 'Fees Paid' });
    const block = { reason: 'Somebody else came', endExam: false };
    before = {
      words: BEGINS,
      act: async () =>
        expect((await office(`candidates/${first.uid}/block`, block)).status).toBe(200),
    };
    expect((await open(examId, first.token)).status).toBeGreaterThanOrEqual(400);
    expect(await sittingsOf(first.uid)).toEqual([]);

    const second = await api.makeCandidate({ examId, status: 'Fees Paid' });
    before = {
      words: BEGINS,
      act: async () =>
        expect((await office(`exams/${examId}/archive`, { despite: true })).status).toBe(200),
    };
    expect(await open(examId, second.token)).toMatchObject({ body: { code: 'exam-inactive' } });
    expect(await sittingsOf(second.uid)).toEqual([]);
  });

  it('gets the extra time that was agreed at that moment [decision 45]', async () => {
    const examId = await makeExam();
    const { uid, token } = await api.makeCandidate({ examId, status: 'Fees Paid' });
    const agreed = { room: '', extraPercent: 50, largerText: false, reader: false, note: '' };
    before = {
      words: BEGINS,
      act: async () =>
        expect((await office(`exams/${examId}/participants/${uid}`, agreed, 'PUT')).status).toBe(
          200,
        ),
    };
    const { status, body } = await open(examId, token);
    expect(status).toBe(200);
    const { startedAt, deadline } = timesSchema.parse(body);
    expect(Date.parse(deadline) - Date.parse(startedAt)).toBe(90 * 60_000);
  });

  describe('by the first thing that its phone sends', () => {
    const meanwhile: Record<string, (of: Begun) => Promise<unknown>> = {
      'is blocked': ({ uid }) =>
        office(`candidates/${uid}/block`, { reason: 'Two people came', endExam: false }),
      'sees the exam archived': ({ examId }) =>
        office(`exams/${examId}/archive`, { despite: true }),
      'is paused': async ({ examId }) => {
        const hall = await hallOf(api, examId);
        await hall.does({ kind: 'pause', to: { all: true }, reason: 'Fire alarm' });
      },
      'gets another room': ({ examId, uid }) =>
        office(`exams/${examId}/participants/room`, { uids: [uid], room: 'B', reason: 'Light' }),
      'is moved out of the exam': ({ uid, enrolment }) =>
        office(`candidates/${uid}/move`, {
          ...{ enrolment, examID: another, reason: 'Shift', difference: 500, notSat: true },
        }),
    };
    let another = '';
    type Begun = { examId: string; uid: string; enrolment: string | null };

    it.each(Object.keys(meanwhile))(
      'begins, or is refused for good, when its candidate %s at that moment [AT17]',
      async (what) => {
        await api.makeQuestions(`Brought ${what}`, 1);
        const sections = [{ fieldType: `Brought ${what}`, fieldCount: 1 }];
        const startsAt = api.clock.now + 3_600_000;
        const examId = await api.makeExam({ sections, startsAt, start: 'together' });
        another = await api.makeExam();
        const { uid, token, enrolmentId } = await api.makeCandidate({
          examId,
          status: 'Fees Paid',
        });
        const ready = async (hash?: string) =>
          readinessReplySchema.parse(
            (
              await api.request(`exams/${examId}/readiness`, {
                token,
                json: { deviceId: 'phone-1', hash },
              })
            ).body,
          );
        const { hash } = await ready();
        const { sittingId, ready: turn } = await ready(hash);
        const { now } = api.clock;
        api.clock.now = startsAt + 60_000;
        const push = {
          protocol: 3,
          sittingId,
          deviceId: 'phone-1',
          epoch: turn?.epoch,
          events: [],
        };
        before = {
          words: BEGINS,
          act: async () => meanwhile[what]?.({ examId, uid, enrolment: enrolmentId }),
        };
        const answer = await api.request('sync/push', { token, json: push });
        expect(before).toBeNull();
        api.clock.now = now;
        if (what === 'is moved out of the exam') {
          expect(answer).toMatchObject({ status: 404, body: { retry: 'never' } });
          return expect(await sittingsOf(uid)).toEqual([]);
        }
        expect(answer).toMatchObject({ status: 200 });
        expect(await sittingsOf(uid)).toEqual([
          { exam: examId, enrolled: examId, paused: what === 'is paused' },
        ]);
      },
    );
  });

  it('and a move of its candidate happen one after the other, however close they come', async () => {
    const [from, to] = [await api.makeExam(), await api.makeExam()];
    const people = await Promise.all(
      Array.from({ length: 30 }, () => api.makeCandidate({ examId: from, status: 'Fees Paid' })),
    );
    const answers = await Promise.all(
      people.flatMap(({ uid, token, enrolmentId }) => [
        open(from, token),
        office(`candidates/${uid}/move`, {
          enrolment: enrolmentId,
          examID: to,
          reason: 'Shift',
          difference: 500,
        }),
      ]),
    );
    // One of the two comes first, and the other is refused.
    for (const [index, { uid }] of people.entries()) {
      const done = answers.slice(2 * index, 2 * index + 2).filter(({ status }) => status === 200);
      expect(done, uid).toHaveLength(1);
    }
    for (const { uid } of people)
      for (const sitting of await sittingsOf(uid))
        expect(sitting).toMatchObject({ exam: from, enrolled: from });
  });
});

it('devices of one candidate that fetch a paper at the same moment get a turn each', async () => {
  await api.makeQuestions('Meanwhile', 2);
  const sections = [{ fieldType: 'Meanwhile', fieldCount: 2 }];
  const examId = await api.makeExam({ sections, startsAt: api.clock.now + 3_600_000 });
  const { token } = await api.makeCandidate({ examId, status: 'Fees Paid' });
  const ready = (deviceId: string, hash?: string) =>
    api.request(`exams/${examId}/readiness`, { token, json: { deviceId, hash } });
  const { hash } = readinessReplySchema.parse((await ready('phone-0')).body);
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) => ready(`phone-${index}`, hash)),
  );
  const turns = answers.map(({ body }) => readinessReplySchema.parse(body).ready?.epoch);
  expect(new Set(turns)).toEqual(new Set([1, 2, 3, 4, 5, 6]));
});

it('a second factor set up anew meanwhile is not confirmed by a code from the earlier setup', async () => {
  const { uid, token } = await api.makeStaff('proctor');
  const begin = async () => {
    const json = { password: PASSWORD };
    const { body } = await api.request('account/second-factor', { token, json });
    return secondFactorSecretSchema.parse(body).secret;
  };
  const code = codeOf(await begin());
  before = { words: 'update second_factors set last_step', act: begin };
  expect(
    await api.request('account/second-factor/confirm', { token, json: { code } }),
  ).toMatchObject({ status: 409, body: { code: 'changed-meanwhile' } });
  expect((await api.request('auth/signin', { json: { uid, password: PASSWORD } })).status).toBe(
    200,
  );
});

describe('a session that is about to open', () => {
  const newPassword = 'quite another sentence';
  const signIn = (uid: string, password = PASSWORD) =>
    api.request('auth/signin', { json: { uid, password } });

  it('does not open with a password that was changed after it was compared', async () => {
    const { uid, token } = await api.makeCandidate();
    const changed = { password: PASSWORD, newPassword };
    before = {
      words: OPENS,
      act: async () =>
        expect((await api.request('auth/change-password', { token, json: changed })).status).toBe(
          200,
        ),
    };
    expect(await signIn(uid)).toMatchObject({ status: 401, body: { code: 'invalid-login' } });
    expect((await signIn(uid, newPassword)).status).toBe(200);
  });

  it('and a password change happen one after the other: no session outlives the change', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { uid, token } = await api.makeCandidate();
      const answers = await Promise.all([
        ...Array.from({ length: 6 }, () => signIn(uid)),
        api.request('auth/change-password', { token, json: { password: PASSWORD, newPassword } }),
        ...Array.from({ length: 6 }, () => signIn(uid)),
      ]);
      expect(answers[6]?.status).toBe(200);
      const left = await api.deps.db.rows('select 1 from sessions where uid = $1', [uid]);
      expect(left).toHaveLength(1);
    }
  });

  it('does not open without a second factor that was set up after the password was compared', async () => {
    const { uid, token } = await api.makeStaff('proctor');
    const begun = await api.request('account/second-factor', {
      token,
      json: { password: PASSWORD },
    });
    const code = codeOf(secondFactorSecretSchema.parse(begun.body).secret);
    const confirm = () => api.request('account/second-factor/confirm', { token, json: { code } });
    before = { words: OPENS, act: async () => expect((await confirm()).status).toBe(200) };
    expect(await signIn(uid)).toMatchObject({
      status: 401,
      body: { code: 'second-factor-needed' },
    });
  });

  const oneTimePasswordFor = async (uid: string) => {
    await api.request('auth/reset-password', { json: { uid } });
    const message = api.sent.at(-1);
    if (message?.purpose !== 'password-reset') throw new Error('no message');
    return message.vars.password;
  };

  it('does not open with a one-time password that was used after it was read', async () => {
    const { uid } = await api.makeCandidate();
    const password = await oneTimePasswordFor(uid);
    let first: unknown;
    before = {
      words: 'insert into throttles',
      act: async () => {
        first = (await signIn(uid, password)).body;
      },
    };
    expect(await signIn(uid, password)).toMatchObject({ status: 401 });
    const { token } = sessionReplySchema.parse(first);
    const json = { password: '', newPassword };
    expect((await api.request('auth/change-password', { token, json })).status).toBe(200);
  });

  it('does not replace a password that was chosen after its one-time password was read', async () => {
    const { uid } = await api.makeCandidate();
    const password = await oneTimePasswordFor(uid);
    before = {
      words: 'insert into throttles',
      act: async () => {
        const { token } = sessionReplySchema.parse((await signIn(uid, password)).body);
        const json = { password: '', newPassword };
        expect((await api.request('auth/change-password', { token, json })).status).toBe(200);
      },
    };
    expect(await signIn(uid, password)).toMatchObject({ status: 401 });
    expect((await signIn(uid, newPassword)).status).toBe(200);
  });

  it('can’t choose the password once it has ended meanwhile', async () => {
    const { uid, token } = await api.makeCandidate();
    const json = { password: PASSWORD, newPassword };
    // The old session's request is being compared and hashed while the owner ends that session from elsewhere.
    const late = api.request('auth/change-password', { token, json });
    await api.deps.db.rows('delete from sessions where uid = $1', [uid]);
    expect((await late).status).toBe(401);
    expect((await signIn(uid)).status).toBe(200);
  });
});
