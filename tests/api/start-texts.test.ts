/** The office tells candidates by text message when their exam starts (decision 100). */
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queueSms } from '#api/services/messages/sms-outbox.ts';
import { startTextsSchema } from '#contract/desk/start-texts.ts';
import { exams } from '#db/schema/exams.ts';
import { enrolments, users } from '#db/schema/people.ts';
import { smsOutbox } from '#db/schema/records.ts';
import { sittings } from '#db/schema/sittings.ts';
import { START, startApi, type TestApi } from '../support/api.ts';
import { backends, databaseOn } from '../support/test-database.ts';

const STARTS_AT = '2026-03-05T04:30:00.000Z';
const IN_WORDS = 'Thu 5 Mar 2026, 10:00 am IST';

describe.each(backends)('start texts on %s', (backend) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi(await databaseOn(backend));
  });
  afterAll(() => api.close());

  const makeExam = (startsAt = STARTS_AT) =>
    api.makeExam({ startsAt: Date.parse(startsAt), format: 'DOC Upload' });
  const paid = (examId: string) => api.makeCandidate({ examId, status: 'Fees Paid' });
  const ask = async (examId: string) =>
    startTextsSchema.parse(
      (await api.request(`exams/${examId}/start-texts`, { token: api.adminToken })).body,
    );
  const text = (examId: string, startDate = STARTS_AT) =>
    api.request(`exams/${examId}/start-texts`, { token: api.adminToken, json: { startDate } });
  /** The start texts sent to this number, in order. */
  const toldTo = (mobile: string) =>
    api.sent.flatMap((message) =>
      message.to === `+91${mobile}` && message.purpose === 'exam-start' ? [message.vars] : [],
    );
  type Person = { uid: string; mobile: string };
  /** Puts a start text into the outbox that is still to be sent. */
  const waits = (examId: string, { uid, mobile }: Person) =>
    api.deps.db.orm.insert(smsOutbox).values({
      id: `start ${examId} ${uid} 1 2026-03-02`,
      ...{ purpose: 'exam-start', uid, mobile, vars: { start: IN_WORDS, uid } },
      ...{ state: 'waiting', nextTryAt: new Date(START + 60_000) },
    });
  const waiting = (uid: string) =>
    api.deps.db.orm
      .select()
      .from(smsOutbox)
      .where(and(eq(smsOutbox.uid, uid), eq(smsOutbox.state, 'waiting')));
  async function change(id: string, changes: Record<string, unknown>) {
    const form = new FormData();
    const exam = { name: 'Moved', price: 500, duration: 60, startDate: STARTS_AT };
    form.set(
      'data',
      JSON.stringify({ ...exam, format: 'DOC Upload', status: 'Active', ...changes }),
    );
    const token = api.adminToken;
    expect((await api.request(`exams/${id}`, { method: 'PUT', token, form })).status).toBe(200);
  }

  it('are sent to candidates who have paid and not begun, with the UID they sign in with', async () => {
    const examId = await makeExam();
    const who = await paid(examId);
    const applied = await api.makeCandidate({ examId, status: 'Registered' });
    const through = await api.makeCandidate({ examId, status: 'Completed' });
    const elsewhere = await paid(await makeExam());
    const blocked = await paid(examId);
    const numberless = await paid(examId);
    const sitting = await paid(examId);
    const { orm } = api.deps.db;
    const at = new Date(START);
    await orm.update(users).set({ blockedAt: at }).where(eq(users.uid, blocked.uid));
    await orm.update(users).set({ mobile: null }).where(eq(users.uid, numberless.uid));
    await orm.insert(sittings).values({
      ...{ id: `sitting ${backend}`, uid: sitting.uid, examId, state: 'open' },
      enrolmentId: sitting.enrolmentId ?? '',
      ...{ startedAt: at, deadlineAt: at, lastHeardAt: at },
    });
    expect(await ask(examId)).toEqual({
      ...{ refused: null, startDate: STARTS_AT },
      ...{ toTell: 1, told: 0, unreachable: 1 },
    });
    expect((await text(examId)).body).toEqual({ queued: 1 });
    expect(toldTo(who.mobile)).toEqual([{ start: IN_WORDS, uid: who.uid }]);
    for (const { mobile } of [applied, through, elsewhere, blocked, numberless, sitting])
      expect(toldTo(mobile)).toEqual([]);
    expect(await api.actsOn(examId)).toMatchObject([
      { action: 'exam.start-texted', detail: { start: IN_WORDS, candidates: 1 } },
    ]);
  });

  it('are sent once a day for each start, however often and by however many they are asked for', async () => {
    const examId = await makeExam();
    const who = await paid(examId);
    await Promise.all([text(examId), text(examId), text(examId)]);
    expect(toldTo(who.mobile)).toHaveLength(1);
    expect(await api.actsOn(examId)).toHaveLength(1);
    expect(await ask(examId)).toMatchObject({ toTell: 0, told: 1 });
    const late = await paid(examId);
    expect((await text(examId)).body).toEqual({ queued: 1 });
    expect(toldTo(late.mobile)).toHaveLength(1);
    api.clock.now += 24 * 3_600_000;
    expect((await text(examId)).body).toEqual({ queued: 2 });
    api.clock.now = START;
  });

  it('are not sent for a start that was just changed, and waiting ones are dropped when it changes', async () => {
    const examId = await makeExam();
    const who = await paid(examId);
    const startDate = '2026-03-06T04:30:00.000Z';
    await change(examId, { startDate });
    expect((await text(examId)).body).toMatchObject({ code: 'changed-meanwhile' });
    expect(toldTo(who.mobile)).toEqual([]);

    const other = await makeExam();
    const theirs = await paid(other);
    await waits(examId, who);
    await waits(other, theirs);
    await change(examId, { startDate: '2026-03-07T04:30:00.000Z' });
    expect(await waiting(who.uid)).toEqual([]);
    expect(await waiting(theirs.uid)).toHaveLength(1);
    await change(other, { status: 'Inactive' });
    expect(await waiting(theirs.uid)).toEqual([]);
  });

  it('that still wait are dropped when their exam is archived or deleted', async () => {
    const json = { despite: true };
    for (const gone of [
      { path: '/archive', json },
      { path: '?despite=1', method: 'DELETE' },
    ]) {
      const examId = await makeExam();
      const who = await paid(examId);
      await waits(examId, who);
      const { path, ...how } = gone;
      const answer = await api.request(`exams/${examId}${path}`, { token: api.adminToken, ...how });
      expect(answer.status).toBe(200);
      expect(await waiting(who.uid)).toEqual([]);
    }
  });

  it.each([
    ['an exam that has started', { startsAt: new Date(START) }, 'already started'],
    ['an exam that nobody can open', { status: 'Inactive' as const }, 'Inactive'],
  ])('are refused for %s', async (_, facts, why) => {
    const examId = await makeExam();
    await paid(examId);
    await api.deps.db.orm.update(exams).set(facts).where(eq(exams.id, examId));
    const { refused, startDate } = await ask(examId);
    expect(refused).toContain(why);
    expect((await text(examId, startDate)).body).toMatchObject({
      code: 'invalid',
      error: refused,
    });
    expect(await api.actsOn(examId)).toEqual([]);
  });

  it('are sent to a candidate who is moved to another exam, if the office wants it', async () => {
    const reason = 'The second shift';
    const move = async (tell: boolean | undefined) => {
      const examID = await makeExam();
      const from = await makeExam('2026-03-04T04:30:00.000Z');
      const who = await paid(from);
      const stays = await paid(from);
      for (const person of [who, stays]) await waits(from, person);
      const enrolment = who.enrolmentId;
      const difference = 500;
      const json = { enrolment, examID, reason, difference, tell };
      const { status } = await api.request(`candidates/${who.uid}/move`, {
        ...{ token: api.adminToken, json },
      });
      expect(status).toBe(200);
      expect(await waiting(who.uid)).toEqual([]);
      expect(await waiting(stays.uid)).toHaveLength(1);
      return toldTo(who.mobile);
    };
    expect(await move(true)).toMatchObject([{ start: IN_WORDS }]);
    expect(await move(false)).toEqual([]);
    expect(await move(undefined)).toEqual([]);
  });

  it.each([
    { purpose: 'exam-start', vars: { start: IN_WORDS, uid: 'K7M2QXR' } },
    { purpose: 'payment-receipt', vars: { amount: '500.00', receipt: 'NT/26-27/000123' } },
    { purpose: 'refund', vars: { amount: '500.00' } },
    { purpose: 'result', vars: { uid: 'K7M2QXR' } },
    { purpose: 'score-corrected', vars: { uid: 'K7M2QXR' } },
  ] as const)(
    'and others of kind $purpose that wait longer are sent after one-time passwords',
    async (what) => {
      const examId = await makeExam();
      const people = await Promise.all(Array.from({ length: 30 }, () => paid(examId)));
      await api.deps.db.transaction(async (tx) => {
        for (const { uid, mobile } of people)
          await queueSms(tx, START - 60_000, { uid, mobile, ...what });
      });
      const [someone] = people;
      const before = api.sent.length;
      await api.request('auth/reset-password', { json: { uid: someone?.uid } });
      const sent = api.sent.slice(before).map(({ purpose }) => purpose);
      expect(sent).toHaveLength(31);
      expect(sent.indexOf('password-reset')).toBeLessThan(20);
    },
  );
});

it('start texts are refused where the server has no template for them, and so is a move that should send one', async () => {
  const api = await startApi({ canSend: (purpose) => purpose !== 'exam-start' });
  const token = api.adminToken;
  const examID = await api.makeExam({ startsAt: Date.parse(STARTS_AT) });
  const who = await api.makeCandidate({ examId: examID, status: 'Fees Paid' });
  const there = `exams/${examID}/start-texts`;
  const { refused } = startTextsSchema.parse((await api.request(there, { token })).body);
  expect(refused).toContain('isn’t set up on the server');
  const json = { enrolment: who.enrolmentId, reason: 'Shift', difference: 500, tell: true };
  const moved = await api.request(`candidates/${who.uid}/move`, {
    token,
    json: { ...json, examID: await api.makeExam({ startsAt: Date.parse(STARTS_AT) }) },
  });
  expect(moved.body).toMatchObject({ code: 'invalid', error: refused });
  const enrolled = eq(enrolments.uid, who.uid);
  expect(await api.deps.db.orm.select().from(enrolments).where(enrolled)).toMatchObject([
    { examId: examID },
  ]);
  await api.close();
});

it('start texts wait for someone who is changing the start at that moment, and then nobody is told the old one', async () => {
  const api = await startApi(await databaseOn('Postgres'));
  const { db } = api.deps;
  const examId = await api.makeExam({ startsAt: Date.parse(STARTS_AT) });
  await api.makeCandidate({ examId, status: 'Fees Paid' });
  let texting: ReturnType<TestApi['request']> | undefined;
  await db.transaction(async (tx) => {
    const startsAt = new Date(Date.parse(STARTS_AT) + 3_600_000);
    await tx.update(exams).set({ startsAt }).where(eq(exams.id, examId));
    let answered = false;
    texting = api.request(`exams/${examId}/start-texts`, {
      ...{ token: api.adminToken, json: { startDate: STARTS_AT } },
    });
    texting.finally(() => {
      answered = true;
    });
    const waiting = `select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    while (!answered && (await db.rows(waiting, [])).length === 0);
  });
  expect((await texting)?.body).toMatchObject({ code: 'changed-meanwhile' });
  expect(api.sent).toEqual([]);
  await api.close();
});
