// The sitting on the server, on a real Postgres: what the sync endpoints promise (rules 8–11, 14–16, 20; SPEC.md of
// state-machines/sitting).
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { closeOverdue } from '#api/services/sittings/close-overdue.ts';
import { EVENT_BYTES, MOST_LOG_BYTES } from '#api/services/sittings/log-budget.ts';
import { PROTOCOL } from '#contract/wire/protocol-version.ts';
import { resultsReplySchema } from '#contract/wire/results.ts';
import { MOST_EVENTS } from '#contract/wire/sync.ts';
import { enrolments } from '#db/schema/people.ts';
import { auditLog } from '#db/schema/records.ts';
import { eventConflicts, papers, sittings } from '#db/schema/sittings.ts';
import { TRANSIT_ALLOWANCE_MS } from '#machines/sitting/deadline.ts';
import { START, startApi, type TestApi } from '../support/api.ts';
import { deviceOf, type TestDevice } from '../support/device.ts';
import type { TestCandidate } from '../support/people.ts';
import { migratedPostgresUrl } from '../support/test-database.ts';

const logSchema = z.array(
  z.object({
    seq: z.int(),
    answer: z.nullable(z.string()),
    refusal: z.nullable(z.string()),
  }),
);

const MINUTE = 60_000;

describe('a sitting', () => {
  let api: TestApi;
  let examId: string;
  let candidate: TestCandidate;
  let phone: TestDevice;

  beforeAll(async () => {
    api = await startApi({ databaseUrl: await migratedPostgresUrl() });
    await api.makeQuestions('Aptitude', 6, { weightage: 2, negative: 0.25 });
    await api.makeQuestions('English', 4);
  });
  afterAll(() => api.close());

  beforeEach(async () => {
    api.clock.now = START;
    examId = await api.makeExam({
      sections: [
        { fieldType: 'Aptitude', fieldCount: 4 },
        { fieldType: 'English', fieldCount: 2 },
      ],
    });
    candidate = await api.makeCandidate({ examId, status: 'Fees Paid' });
    phone = await deviceOf(api, candidate, examId);
  });

  const qid = (index: number) => {
    const question = phone.opened.questions[index];
    if (!question) throw new RangeError(`no question ${index}`);
    return question.qid;
  };
  const answered = (seq: number, index: number, answer = 'OptionOne') =>
    phone.event(seq, 'answered', qid(index), answer);
  const log = async () =>
    logSchema.parse(
      await api.deps.db.rows('select * from sitting_events where sitting_id = $1', [
        phone.opened.sittingId,
      ]),
    );
  const logSize = async () => {
    const [row] = await api.deps.db.rows(
      `select sum(${EVENT_BYTES} + coalesce(octet_length(qid), 0) + coalesce(octet_length(answer), 0))::int as bytes
       from sitting_events where sitting_id = $1`,
      [phone.opened.sittingId],
    );
    return (row as { bytes: number | null }).bytes ?? 0;
  };
  /** Fills the log as another device of the candidate could, in some fifty thousand pushes. */
  const fillLog = async () => {
    await api.deps.db.rows(
      `insert into sitting_arrivals (sitting_id, device_id, seq, epoch, received_at, events)
       select $1, 'phone-x', n, 1, 0, json_build_array(json_build_array(n, 'answered', null, repeat('x', 64), 0, 0, 'malformed'))
       from generate_series(1, ${Math.floor(MOST_LOG_BYTES / (EVENT_BYTES + 64))}) n`,
      [phone.opened.sittingId],
    );
    // Every push changes the version, so that facts the process remembers are read again.
    await api.deps.db.rows('update sittings set version = version + 1 where id = $1', [
      phone.opened.sittingId,
    ]);
  };
  const sitting = async () => {
    const [row] = await api.deps.db.orm
      .select()
      .from(sittings)
      .where(eq(sittings.id, phone.opened.sittingId));
    if (!row) throw new Error('no sitting was opened');
    return row;
  };
  const notes = async (action: string) =>
    api.deps.db.orm
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subject, phone.opened.sittingId), eq(auditLog.action, action)));
  const resultAsSeenBy = async (token: string) =>
    (await api.request(`exams/getresult/${candidate.uid}`, { token })).body;
  const result = () => resultAsSeenBy(api.adminToken);

  describe('opening', () => {
    it('draws the required number of different questions of each type, once, however often the page is reloaded', async () => {
      const first = await phone.open();
      expect(first.body.questions.map(({ section }) => section)).toEqual([
        'Aptitude',
        'Aptitude',
        'Aptitude',
        'Aptitude',
        'English',
        'English',
      ]);
      expect(new Set(first.body.questions.map((question) => question.qid)).size).toBe(6);
      api.clock.now += 5 * MINUTE;
      const again = await phone.open();
      expect(again.body.questions).toEqual(first.body.questions);
      expect(again.body.deadline).toBe(first.body.deadline);
    });

    it('[rule 15] sets the end to one duration after the start', async () => {
      const { body } = await phone.open();
      expect(Date.parse(body.deadline) - Date.parse(body.startedAt)).toBe(60 * MINUTE);
    });

    it('[rule 20] sends no correct answers and no marks', async () => {
      await phone.open();
      const text = JSON.stringify(phone.opened);
      expect(text).not.toMatch(/correct|weightage|negative/i);
    });

    it('is refused before the start, with the seconds to wait', async () => {
      const later = await api.makeExam({ startsAt: START + 90_000 });
      const early = await api.makeCandidate({ examId: later, status: 'Fees Paid' });
      const answer = await (await deviceOf(api, early, later)).open();
      expect(answer).toMatchObject({ status: 425, body: { code: 'not-open-yet' } });
      expect(answer.headers.get('retry-after')).toBe('90');
    });

    it('is refused to anyone who has not paid, and in an exam that is Inactive or deleted', async () => {
      const unpaid = await api.makeCandidate({ examId });
      expect(await (await deviceOf(api, unpaid, examId)).open()).toMatchObject({
        status: 403,
        body: { code: 'not-eligible' },
      });
      const inactive = await api.makeExam({ status: 'Inactive' });
      const paid = await api.makeCandidate({ examId: inactive, status: 'Fees Paid' });
      expect(await (await deviceOf(api, paid, inactive)).open()).toMatchObject({
        status: 409,
        body: { code: 'exam-inactive' },
      });
      await api.request(`exams/${examId}`, { method: 'DELETE', token: api.adminToken });
      expect(await phone.open()).toMatchObject({ status: 409, body: { code: 'exam-inactive' } });
    });

    it('starts the sitting once when two requests come together', async () => {
      const other = await deviceOf(api, candidate, examId, 'phone-2');
      const answers = await Promise.all([phone.open(), other.open()]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    });

    it('[rule 10] gives the turn to another device only when the candidate asks for it', async () => {
      await phone.open();
      await phone.push([
        phone.event(1, 'started'),
        answered(2, 0, 'OptionTwo'),
        phone.event(3, 'marked', qid(1)),
      ]);
      const other = await deviceOf(api, candidate, examId, 'phone-2');
      expect(await other.open()).toMatchObject({ status: 409, body: { code: 'open-elsewhere' } });
      const moved = await other.open({ takeOver: true });
      expect(moved.body).toMatchObject({
        epoch: 2,
        acked: 0,
        answers: [{ qid: qid(0), answer: 'OptionTwo' }],
        marked: [qid(1)],
      });
      expect((await phone.push([])).body).toMatchObject({ epoch: 2 });
    });
  });

  it('a session that would expire meanwhile lasts as long as the sitting, and a week longer for late work', async () => {
    const DAY = 24 * 60 * MINUTE;
    const token = await api.signInAs(candidate.uid);
    phone = await deviceOf(api, { ...candidate, token }, examId);
    api.clock.now += 90 * DAY - 30 * MINUTE;
    await phone.open();
    api.clock.now += 45 * MINUTE;
    expect(await phone.push([answered(1, 0)])).toMatchObject({ status: 200, body: { acked: 1 } });
    api.clock.now += 6 * DAY;
    expect((await phone.push([])).status).toBe(200);
    api.clock.now += 2 * DAY;
    expect((await phone.push([])).status).toBe(401);
  });

  it('[AT13] the device that has the turn is told the earlier device’s counted answers, except to questions it answered itself', async () => {
    await phone.open();
    await phone.push([answered(1, 0), answered(2, 1, 'OptionTwo')]);
    const second = await deviceOf(api, candidate, examId, 'phone-2');
    await second.open({ takeOver: true });
    expect((await second.push([], { others: 2 })).body).not.toHaveProperty('others');
    await phone.push([answered(3, 2, 'OptionThree')]);
    const own = [
      second.event(1, 'answered', qid(0), 'OptionFour'),
      // This answer breaks a rule and doesn't count, so the first device's answer still does.
      second.event(2, 'answered', qid(1), 'OptionNine'),
    ];
    expect((await second.push(own, { others: 2 })).body).toMatchObject({
      others: {
        count: 3,
        answers: [
          { qid: qid(1), answer: 'OptionTwo' },
          { qid: qid(2), answer: 'OptionThree' },
        ],
      },
    });
    expect((await second.push([], { others: 3 })).body).not.toHaveProperty('others');
  });

  describe('pushing', () => {
    beforeEach(async () => {
      await phone.open();
    });

    it('[rule 8] acknowledges the highest contiguous seq, not the highest', async () => {
      expect((await phone.push([answered(1, 0), answered(3, 1)])).body).toMatchObject({ acked: 1 });
      expect((await phone.push([answered(5, 2)])).body).toMatchObject({ acked: 1 });
      expect((await phone.push([answered(2, 3)])).body).toMatchObject({ acked: 3 });
      expect((await phone.push([answered(4, 3)])).body).toMatchObject({ acked: 5 });
    });

    it('[rule 9] gives the same log and acknowledgement when a push comes twice', async () => {
      const batch = [answered(1, 0), answered(2, 1)];
      await phone.push(batch);
      expect((await phone.push(batch)).body).toMatchObject({ acked: 2 });
      expect(await log()).toHaveLength(2);
      expect(
        await api.deps.db.orm
          .select()
          .from(eventConflicts)
          .where(eq(eventConflicts.sittingId, phone.opened.sittingId)),
      ).toEqual([]);
    });

    it('[rule 9] stores other content under the same seq apart, once, and logs a conflict', async () => {
      await phone.push([answered(1, 0, 'OptionOne')]);
      const other = answered(1, 0, 'OptionTwo');
      expect((await phone.push([other])).body).toMatchObject({ acked: 1 });
      await phone.push([other]);
      expect((await log()).map(({ answer }) => answer)).toEqual(['OptionOne']);
      const conflicts = await api.deps.db.orm
        .select()
        .from(eventConflicts)
        .where(eq(eventConflicts.sittingId, phone.opened.sittingId));
      expect(conflicts.map(({ body }) => body.answer)).toEqual(['OptionTwo']);
      expect(await notes('sitting.event-conflict')).toHaveLength(1);
    });

    it.each([
      [
        'an unknown question',
        { type: 'answered', qid: 'nobody-asked', answer: 'OptionOne' },
        'unknown-question',
      ],
      ['an answer that is no option', { type: 'answered', answer: 'OptionFive' }, 'unknown-option'],
      ['an answer without a question', { type: 'cleared', qid: undefined }, 'malformed'],
      [
        'characters no database takes',
        { type: 'answered', qid: 'a\u0000b\ud800', answer: '\u0000' },
        'unknown-question',
      ],
      ['documents in an MCQ exam', { type: 'documents', answer: '' }, 'malformed'],
      [
        'such characters in a field that no rule checks',
        { type: 'started', answer: '\u0000\ud800' },
        null,
      ],
    ] as const)(
      '[rule 9] stores %s with its refusal, if any, and acknowledges it, so that later events go on',
      async (_, wrong, refusal) => {
        const event = { ...answered(1, 0), ...wrong } as Parameters<TestDevice['push']>[0][number];
        expect((await phone.push([event, answered(2, 1)])).body).toMatchObject({ acked: 2 });
        const rows = await log();
        expect(rows.find(({ seq }) => seq === 1)?.refusal).toBe(refusal);
        expect(rows.find(({ seq }) => seq === 2)?.refusal).toBeNull();
      },
    );

    it('[rule 10] refuses an event under a turn that the device was never given, and still stores it', async () => {
      expect((await phone.push([answered(1, 0)], { epoch: 7 })).body).toMatchObject({ acked: 1 });
      expect((await log())[0]?.refusal).toBe('epoch-not-issued');
    });

    it('[AT5] refuses an event under another device’s turn, which would override that device’s answer', async () => {
      const second = await deviceOf(api, candidate, examId, 'phone-2');
      await second.open({ takeOver: true });
      await second.push([second.event(1, 'answered', qid(0), 'OptionTwo')]);
      expect((await phone.push([answered(9, 0)], { epoch: 2 })).status).toBe(200);
      expect((await log()).find(({ seq }) => seq === 9)?.refusal).toBe('epoch-not-issued');
      expect((await second.open()).body.answers).toEqual([{ qid: qid(0), answer: 'OptionTwo' }]);
    });

    it('stores nothing from a device that never had a turn, whatever turn it names', async () => {
      await phone.push([answered(1, 0)]);
      const madeUp = await deviceOf(api, candidate, examId, 'made-up');
      madeUp.opened = phone.opened;
      for (const epoch of [1, 7])
        expect(await madeUp.push([answered(2, 0)], { epoch })).toMatchObject({
          status: 409,
          body: { code: 'open-elsewhere', retry: 'never' },
        });
      expect((await phone.push([])).body).toMatchObject({ acked: 1 });
      expect(await log()).toHaveLength(1);
    });

    it('stores no event beyond a device’s maximum, and says that retrying won’t help', async () => {
      const events = [answered(1, 0), answered(MOST_EVENTS, 1)];
      expect((await phone.push(events)).status).toBe(200);
      expect(await phone.push([answered(MOST_EVENTS + 1, 0)])).toMatchObject({
        status: 413,
        body: { code: 'too-large', retry: 'never' },
      });
      expect(await log()).toHaveLength(2);
    });

    it('stores, of what it refuses or doesn’t look at, only enough to tell what was sent', async () => {
      const long = 'x'.repeat(8_000);
      await phone.push([
        { ...answered(1, 0), answer: long },
        { ...answered(2, 0), type: 'marked', answer: long },
        phone.event(3, 'started', 'q'.repeat(64), long),
      ]);
      for (const { answer } of await log()) expect(answer).toBe('x'.repeat(64));
    });

    it('stores at most a thousand conflicting contents of one event', async () => {
      await phone.push([answered(1, 0)]);
      const others = (from: number) =>
        Array.from({ length: 600 }, (_, index) => ({ ...answered(1, 0), at: from + index }));
      for (const from of [1, 10_001]) expect((await phone.push(others(from))).status).toBe(200);
      const kept = await api.deps.db.orm
        .select()
        .from(eventConflicts)
        .where(eq(eventConflicts.sittingId, phone.opened.sittingId));
      expect(kept).toHaveLength(1_000);
    });

    it('lets a sitting move to twenty devices and no more, and continue on the one it is on', async () => {
      for (let number = 2; number <= 20; number += 1) {
        const other = await deviceOf(api, candidate, examId, `phone-${number}`);
        expect((await other.open({ takeOver: true })).status).toBe(200);
      }
      const oneMore = await deviceOf(api, candidate, examId, 'phone-21');
      expect(await oneMore.open({ takeOver: true })).toMatchObject({ status: 403 });
      expect((await phone.open({ takeOver: true })).status).toBe(200);
      expect((await phone.push([answered(1, 0)])).status).toBe(200);
    });

    it('loses nothing when many pushes of one device arrive at once', async () => {
      const batches = Array.from({ length: 8 }, (_, index) => [answered(index + 1, index % 6)]);
      const answers = await Promise.all(batches.map((batch) => phone.push(batch)));
      for (const { status } of answers) expect([200, 503]).toContain(status);
      for (const [index, answer] of answers.entries())
        if (answer.status === 503) await phone.push(batches[index] ?? []);
      expect((await phone.push([])).body).toMatchObject({ acked: 8 });
    });

    it('refuses another candidate, and someone without a session', async () => {
      const stranger = await api.makeCandidate({ examId, status: 'Fees Paid' });
      const body = {
        protocol: 1,
        sittingId: phone.opened.sittingId,
        deviceId: 'phone-1',
        epoch: 1,
        events: [answered(1, 0)],
      };
      expect(await api.request('sync/push', { token: stranger.token, json: body })).toMatchObject({
        status: 403,
      });
      expect(await api.request('sync/push', { json: body })).toMatchObject({
        status: 401,
        body: { retry: 'after-sign-in' },
      });
      expect(await log()).toEqual([]);
    });

    it.each([
      ['has expired', "update sessions set expires_at = '2026-03-01' where uid = $1"],
      ['is signed out', 'delete from sessions where uid = $1'],
      ['is of somebody shut out', 'update users set revoked_at = now() where uid = $1'],
      ['is of a deleted account', 'update users set deleted_at = now() where uid = $1'],
      ['must change its password', 'update users set must_change_password = true where uid = $1'],
      ['is no candidate’s any more', "update users set role = 'proctor' where uid = $1"],
    ])(
      'stores nothing for a session that %s, even between two pushes, and answers it like any other call',
      async (_, change) => {
        await phone.push([answered(1, 0)]);
        const { token, uid } = candidate;
        await api.deps.db.rows(change, [uid]);
        const pushed = await phone.push([answered(2, 1)]);
        const asked = await api.request(`exams/${examId}/sitting`, {
          token,
          json: { protocol: PROTOCOL, deviceId: 'phone-1' },
        });
        const { status, body } = asked as { status: number; body: { code: string } };
        expect([401, 403]).toContain(status);
        expect(pushed).toMatchObject({ status, body: { code: body.code } });
        expect(await log()).toHaveLength(1);
      },
    );

    it('stores nothing for a session that was signed out between two pushes', async () => {
      await phone.push([answered(1, 0)]);
      const { token } = candidate;
      expect(await api.request('auth/signout', { method: 'POST', token })).toMatchObject({
        status: 200,
      });
      expect(await phone.push([answered(2, 1)])).toMatchObject({
        status: 401,
        body: { code: 'signed-out', retry: 'after-sign-in' },
      });
      expect(await log()).toHaveLength(1);
    });
  });

  describe('pushing more than any candidate does', () => {
    beforeEach(async () => {
      await phone.open();
    });

    it('a log filled by hostile events takes no more, but the sitting still opens and can be submitted', async () => {
      await fillLog();
      const room = MOST_LOG_BYTES - (await logSize());
      expect(room).toBeLessThan(10_000);
      const batch = Array.from({ length: 100 }, (_, index) => ({
        ...answered(index + 1, 0),
        answer: 'x'.repeat(8_000),
      }));
      const before = await logSize();
      expect(await phone.push(batch)).toMatchObject({
        status: 413,
        body: { code: 'too-large', retry: 'never' },
      });
      expect(await logSize()).toBe(before);
      expect((await phone.open()).status).toBe(200);
      const qid = phone.opened.questions[0]?.qid ?? '';
      const submitted = await phone.submit(101, [{ qid, answer: 'OptionOne' }], {
        events: batch,
      });
      expect(submitted).toMatchObject({
        status: 200,
        body: { received: false, state: 'submitted' },
      });
      expect(await logSize()).toBe(before);
    });

    it('an event sent repeatedly doesn’t fill the log', async () => {
      const batch = Array.from({ length: 900 }, (_, index) => answered(index + 1, index % 6));
      for (let times = 0; times < 80; times += 1)
        expect((await phone.push(batch)).status).toBe(200);
    });

    it('a session that pushes faster than any phone has to wait for a second, while others go on', async () => {
      const statuses: number[] = [];
      for (let times = 0; times < 601; times += 1) statuses.push((await phone.push([])).status);
      expect(statuses.filter((status) => status !== 200)).toEqual([429]);
      const other = await deviceOf(
        api,
        await api.makeCandidate({ examId, status: 'Fees Paid' }),
        examId,
      );
      await other.open();
      expect((await other.push([])).status).toBe(200);
      const refused = await phone.push([]);
      expect(refused).toMatchObject({ body: { code: 'throttled', retry: 'later' } });
      expect(refused.headers.get('retry-after')).toBe('1');
      api.clock.now += 1_000;
      expect((await phone.push([])).status).toBe(200);
    });
  });

  describe('submitting', () => {
    const all = (answers: Record<number, string>) =>
      Object.entries(answers).map(([index, answer]) => ({ qid: qid(Number(index)), answer }));

    beforeEach(async () => {
      await phone.open();
    });

    it('scores right, wrong and blank exactly, section by section', async () => {
      const reply = await phone.submit(
        1,
        all({ 0: 'OptionOne', 1: 'OptionOne', 2: 'OptionTwo', 4: 'OptionOne', 5: 'OptionThree' }),
        {
          events: [phone.event(1, 'submitted')],
        },
      );
      // Aptitude: 2 + 2 − 0.25, one blank. English: 1 + 0.
      expect(reply.body.score).toEqual([{ TotalScore: 4.75 }, { Aptitude: 3.75 }, { English: 1 }]);
      expect(await result()).toEqual([{ examID: examId, score: reply.body.score }]);
    });

    it('[rule 11] counts even if every push before it was lost, and gives no receipt until the log is complete', async () => {
      const answers = all({ 0: 'OptionOne' });
      const alone = await phone.submit(3, answers, { events: [phone.event(3, 'submitted')] });
      expect(alone.body).toMatchObject({
        received: false,
        receipt: null,
        acked: 0,
        score: [{ TotalScore: 2 }, { Aptitude: 2 }, { English: 0 }],
      });
      await phone.push([phone.event(1, 'started'), answered(2, 0)]);
      const whole = await phone.submit(3, answers);
      expect(whole.body).toMatchObject({
        received: true,
        acked: 3,
        receipt: { seq: 3, sittingId: phone.opened.sittingId },
      });
      expect(whole.body.receipt?.code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    });

    it('[rule 11] gives the same receipt and score again, and changes nothing', async () => {
      const events = [phone.event(1, 'started'), answered(2, 0), phone.event(3, 'submitted')];
      const first = await phone.submit(3, all({ 0: 'OptionOne' }), { events, elapsed: 5_000 });
      api.clock.now += MINUTE;
      const again = await phone.submit(3, all({ 0: 'OptionOne' }), { events, elapsed: 5_000 });
      expect(again.body).toMatchObject({
        receipt: first.body.receipt,
        score: first.body.score,
        received: true,
      });
      expect(await notes('sitting.submitted')).toHaveLength(1);
      // The submission doesn't become late when the phone asks long after the end.
      api.clock.now += 180 * MINUTE;
      const late = await phone.submit(3, all({ 0: 'OptionOne' }), { events, elapsed: 5_000 });
      expect(late.body).toMatchObject({ receipt: first.body.receipt, score: first.body.score });
      expect(await result()).toMatchObject([{ score: first.body.score }]);
      expect((await sitting()).heldEvents).toBe(0);
    });

    it('[rule 22] reports nothing left on the phone once the receipt is given', async () => {
      await phone.push([phone.event(1, 'started')], { waiting: 3 });
      expect((await sitting()).waiting).toBe(3);
      await phone.submit(3, all({}), { events: [answered(2, 0), phone.event(3, 'submitted')] });
      expect((await sitting()).waiting).toBe(0);
    });

    it('is refused when it names the candidate’s sitting of another exam', async () => {
      const otherExam = await api.makeExam({
        sections: [{ fieldType: 'English', fieldCount: 1 }],
      });
      await api.deps.db.rows(
        `insert into enrolments (id, uid, exam_id, status) values ($1, $2, $1, 'Fees Paid')`,
        [otherExam, candidate.uid],
      );
      const other = await deviceOf(api, candidate, otherExam);
      await other.open();
      other.opened = { ...other.opened, sittingId: phone.opened.sittingId };
      expect(await other.submit(1, [])).toMatchObject({ status: 404 });
      const states = 'select state from sittings where uid = $1';
      expect(await api.deps.db.rows(states, [candidate.uid])).toEqual([
        { state: 'open' },
        { state: 'open' },
      ]);
    });

    it('[AT22] is refused for another candidate’s sitting, whatever device it names', async () => {
      const stranger = await api.makeCandidate({ examId, status: 'Fees Paid' });
      const theirs = await deviceOf(api, stranger, examId);
      theirs.opened = phone.opened;
      for (const isBegun of [false, true]) {
        if (isBegun) await theirs.open();
        theirs.opened = phone.opened;
        expect(await theirs.submit(1, [])).toMatchObject({ status: 404 });
      }
      expect((await sitting()).state).toBe('open');
    });

    it('shows only to the candidate what was sat: the exam, when, the maximum marks, and the receipt', async () => {
      const own = () => api.request('sittings', { token: candidate.token });
      const open = { examID: examId, startedAt: new Date(START).toISOString(), outOf: 10 };
      expect((await own()).body).toMatchObject([{ ...open, closedAt: null, receipt: null }]);
      api.clock.now += MINUTE;
      const { body } = await phone.submit(1, [], { events: [phone.event(1, 'submitted')] });
      const closedAt = new Date(START + MINUTE).toISOString();
      expect((await own()).body).toMatchObject([
        { ...open, closedAt, receipt: body.receipt?.code },
      ]);
      const stranger = await api.makeCandidate({ examId, status: 'Fees Paid' });
      expect((await api.request('sittings', { token: stranger.token })).body).toEqual([]);
    });

    it('is refused a second time', async () => {
      await phone.submit(1, [], { events: [phone.event(1, 'submitted')] });
      expect(
        await phone.submit(2, all({ 0: 'OptionOne' }), { events: [phone.event(2, 'submitted')] }),
      ).toMatchObject({
        status: 409,
        body: { code: 'already-submitted' },
      });
      expect(await phone.open()).toMatchObject({
        status: 409,
        body: { code: 'already-submitted' },
      });
    });

    it('is refused with a digest that doesn’t match the answers', async () => {
      expect(
        await phone.submit(1, all({ 0: 'OptionOne' }), { digest: '0'.repeat(64) }),
      ).toMatchObject({ status: 422, body: { fields: { digest: expect.any(String) } } });
      expect((await phone.push([])).body).toMatchObject({ state: 'open' });
    });

    it('[AT11] gives nobody who knows the score a way to try out options', async () => {
      const { score } = (await phone.submit(900_000, [])).body;
      api.clock.now += 1_000;
      await phone.push([answered(1, 0), answered(2, 1)]);
      expect(await result()).toMatchObject([{ score }]);
      expect(
        (await api.request('sittings/held', { token: api.adminToken })).body,
      ).not.toContainEqual(expect.objectContaining({ sittingId: phone.opened.sittingId }));
    });

    it('[AT11] leaves what another device still had for a decision once the score was told', async () => {
      await phone.push([]);
      const tablet = await deviceOf(api, candidate, examId, 'tablet-1');
      await tablet.open({ takeOver: true });
      await tablet.submit(1, [{ qid: qid(0), answer: 'OptionTwo' }], {
        events: [tablet.event(1, 'submitted')],
      });
      const told = resultsReplySchema.parse(await result());
      api.clock.now += 1_000;
      await phone.push([answered(1, 0), answered(2, 1)]);
      expect(await result()).toEqual(told.map((one) => ({ ...one, tooLate: 'waits' })));
      const token = api.adminToken;
      expect((await api.request('sittings/held', { token })).body).toContainEqual(
        expect.objectContaining({
          sittingId: phone.opened.sittingId,
          held: [expect.objectContaining({ deviceId: 'phone-1', seq: 2, qid: qid(1) })],
        }),
      );
      const json = { counted: true, reason: 'The old phone was offline since before' };
      await api.request(`sittings/${phone.opened.sittingId}/held`, { token, json });
      expect(await result()).toMatchObject([{ score: [{ TotalScore: 1.75 }, {}, {}] }]);
    });

    it('names an unknown question and keeps the other answers', async () => {
      const reply = await phone.submit(
        1,
        [...all({ 0: 'OptionOne' }), { qid: 'nobody-asked', answer: 'OptionOne' }],
        { events: [phone.event(1, 'submitted')] },
      );
      expect(reply.body).toMatchObject({
        refused: ['nobody-asked'],
        score: [{ TotalScore: 2 }, { Aptitude: 2 }, { English: 0 }],
      });
    });

    it('[rule 10] counts the act with the greatest epoch and seq, not the last to arrive', async () => {
      const first = [
        phone.event(1, 'started'),
        answered(2, 0, 'OptionTwo'),
        answered(3, 1, 'OptionOne'),
      ];
      const tablet = await deviceOf(api, candidate, examId, 'tablet');
      await tablet.open({ takeOver: true });
      await tablet.push([
        tablet.event(1, 'started'),
        tablet.event(2, 'answered', qid(0), 'OptionOne'),
      ]);
      // The old phone comes back late: its answer to question 0 loses, its answer to question 1 counts.
      expect((await phone.push(first)).body).toMatchObject({ acked: 3, epoch: 2 });
      const reply = await tablet.submit(3, all({ 0: 'OptionOne' }), {
        events: [tablet.event(3, 'submitted')],
      });
      expect(reply.body.score).toEqual([{ TotalScore: 4 }, { Aptitude: 4 }, { English: 0 }]);
    });

    it('[rule 10] is refused from the old device', async () => {
      const tablet = await deviceOf(api, candidate, examId, 'tablet');
      await tablet.open({ takeOver: true });
      // Nor can it use the other device’s turn, or one that nobody was given.
      for (const epoch of [1, 2, 3])
        expect(
          await phone.submit(1, [], { epoch, events: [phone.event(1, 'submitted')] }),
        ).toMatchObject({ status: 409, body: { code: 'open-elsewhere' } });
      expect((await sitting()).state).toBe('open');
    });

    it('is accepted from a client without the app, by option name or full text, as often as it is sent unchanged', async () => {
      const json = {
        uid: candidate.uid.toLowerCase(),
        examID: examId,
        answers: [
          { qid: qid(0), answer: phone.opened.questions[0]?.options[0] },
          { qid: qid(4), answer: '' },
        ],
      };
      const first = await api.request('exams/submit-mcq', { token: candidate.token, json });
      expect(first).toMatchObject({
        status: 200,
        body: { received: true, score: [{ TotalScore: 2 }, { Aptitude: 2 }, { English: 0 }] },
      });
      const again = await api.request('exams/submit-mcq', { token: candidate.token, json });
      expect(again.body).toMatchObject({ score: (first.body as { score: unknown }).score });
      expect(
        await api.request('exams/submit-mcq', {
          token: candidate.token,
          json: { ...json, answers: [] },
        }),
      ).toMatchObject({ status: 409 });
    });

    it('is refused for someone else', async () => {
      const stranger = await api.makeCandidate({ examId, status: 'Fees Paid' });
      expect(
        await api.request('exams/submit-mcq', {
          token: stranger.token,
          json: { uid: candidate.uid, examID: examId, answers: [] },
        }),
      ).toMatchObject({ status: 403 });
      expect(
        (await api.request(`exams/getresult/${candidate.uid}`, { token: stranger.token })).status,
      ).toBe(403);
    });
  });

  describe('after the deadline', () => {
    const DEADLINE = START + 60 * MINUTE;

    beforeEach(async () => {
      await phone.open();
    });

    it('[rule 16] a silent sitting is closed provisionally after the transit allowance, not before', async () => {
      await phone.push([answered(1, 0)]);
      api.clock.now = DEADLINE + TRANSIT_ALLOWANCE_MS;
      await closeOverdue(api.deps);
      expect((await phone.push([])).body).toMatchObject({ state: 'open' });
      api.clock.now += 1;
      await closeOverdue(api.deps);
      expect((await phone.push([])).body).toMatchObject({ state: 'closed', acked: 1 });
      expect(await sitting()).toMatchObject({
        lastHeardAt: new Date(DEADLINE + TRANSIT_ALLOWANCE_MS),
        closedAt: new Date(api.clock.now),
      });
      expect(await result()).toEqual([
        { examID: examId, score: [{ TotalScore: 2 }, { Aptitude: 2 }, { English: 0 }] },
      ]);
      expect(await notes('sitting.closed')).toHaveLength(1);
    });

    it.each([
      { after: 1_000, action: 'sitting.submitted' },
      { after: TRANSIT_ALLOWANCE_MS, action: 'sitting.submitted-late' },
    ])(
      '[AT10] a submission by the timer is logged as $action when it arrives $after ms late',
      async ({ after, action }) => {
        await phone.push([answered(1, 0)]);
        api.clock.now = DEADLINE;
        const events = [phone.event(2, 'submitted')];
        api.clock.now += after;
        const answers = [{ qid: qid(0), answer: 'OptionOne' as const }];
        await phone.submit(2, answers, { events, elapsed: 60 * MINUTE });
        expect(await notes(action)).toHaveLength(1);
      },
    );

    it('[AT11] what arrives after the candidate has seen a provisional score awaits a decision, since it could be chosen by the score', async () => {
      const [first, second] = [answered(1, 0), answered(2, 1)];
      const submitted = phone.event(3, 'submitted');
      await phone.push([first]);
      api.clock.now = DEADLINE + TRANSIT_ALLOWANCE_MS + 1;
      await closeOverdue(api.deps);
      const { uid, token } = candidate;
      // Neither signing in nor updateuser tells the score; the result page does.
      expect((await api.request('exams/updateuser', { token, json: { uid } })).body).toMatchObject({
        user: { status: 'Completed', score: [] },
      });
      const told = { examID: examId, score: [{ TotalScore: 2 }, { Aptitude: 2 }, { English: 0 }] };
      expect(await resultAsSeenBy(token)).toEqual([told]);
      api.clock.now += MINUTE;
      await phone.push([second]);
      const answers = [0, 1].map((index) => ({ qid: qid(index), answer: 'OptionOne' }));
      await phone.submit(3, answers, { events: [submitted], elapsed: 60 * MINUTE });
      expect(await resultAsSeenBy(token)).toEqual([{ ...told, tooLate: 'waits' }]);
      const decide = { counted: true, reason: 'The phone had no network since noon' };
      const path = `sittings/${phone.opened.sittingId}/held`;
      await api.request(path, { token: api.adminToken, json: decide });
      expect(await result()).toMatchObject([{ score: [{ TotalScore: 4 }, {}, {}] }]);
    });

    it('[AT11] the score of one exam is told when that exam is asked for, and no other exam’s score with it', async () => {
      const { uid, token } = candidate;
      const another = await api.makeExam({
        sections: [{ fieldType: 'English', fieldCount: 1 }],
      });
      await api.deps.db.orm
        .insert(enrolments)
        .values({ id: `two${uid}`, uid, examId: another, status: 'Fees Paid' });
      await (await deviceOf(api, candidate, another)).open();
      api.clock.now = DEADLINE + TRANSIT_ALLOWANCE_MS + 1;
      await closeOverdue(api.deps);
      const ask = (exam: string, by = token) =>
        api.request(`exams/getresult/${uid}?exam=${exam}`, { token: by });
      expect((await ask(await api.makeExam())).body).toEqual([]);
      expect((await ask(another)).body).toEqual([
        { examID: another, score: [{ TotalScore: 0 }, { English: 0 }] },
      ]);
      expect((await sitting()).scoreToldAt).toBeNull();
      expect((await ask(examId, api.adminToken)).body).toMatchObject([{ examID: examId }]);
      expect((await sitting()).scoreToldAt).toBeNull();
      const stranger = await api.makeCandidate({ examId, status: 'Fees Paid' });
      expect((await ask(examId, stranger.token)).status).toBe(403);
      expect((await ask(examId)).body).toMatchObject([{ examID: examId }]);
      expect((await sitting()).scoreToldAt).not.toBeNull();
      expect(await resultAsSeenBy(token)).toHaveLength(2);
    });

    it('[rule 16] late events measured before the deadline count, and the changed score is logged', async () => {
      const before = [answered(1, 0), answered(2, 1)];
      api.clock.now = DEADLINE + TRANSIT_ALLOWANCE_MS + 1;
      await closeOverdue(api.deps);
      const { closedAt } = await sitting();
      api.clock.now += 20 * MINUTE;
      const beacons = [phone.firstBeacon(), await phone.hear(2)];
      expect((await phone.push(before, { words: beacons })).body).toMatchObject({
        acked: 2,
        state: 'closed',
      });
      expect(await result()).toMatchObject([
        { score: [{ TotalScore: 4 }, { Aptitude: 4 }, { English: 0 }] },
      ]);
      expect(await notes('sitting.late-events')).toHaveLength(1);
      expect((await sitting()).closedAt).toEqual(closedAt);
      await phone.push(before);
      expect(await notes('sitting.late-events')).toHaveLength(1);
    });

    it('[rule 9] of two late events with one seq, the first counts in the score as in the log', async () => {
      const twice = [answered(1, 0, 'OptionOne'), answered(1, 0, 'OptionTwo')];
      api.clock.now = DEADLINE + TRANSIT_ALLOWANCE_MS + 1;
      await closeOverdue(api.deps);
      await phone.push(twice, { words: [phone.firstBeacon(), await phone.hear(1)] });
      expect((await log()).map(({ answer }) => answer)).toEqual(['OptionOne']);
      expect(await result()).toMatchObject([{ score: [{ TotalScore: 2 }, {}, {}] }]);
      expect(await notes('sitting.event-conflict')).toHaveLength(1);
    });

    it('[rule 16] a silent sitting is closed even behind many overdue ones that are paused', async () => {
      await api.deps.db.rows(
        `with people as (
           insert into users (uid, role, full_name, password_hash)
           select $1 || n, 'candidate', 'Somebody who waits', '' from generate_series(1, 120) n returning uid
         ), enrolled as (
           insert into enrolments (id, uid, exam_id, status)
           select uid, uid, $2, 'Fees Paid' from people returning id, uid
         )
         insert into sittings (id, enrolment_id, uid, exam_id, state, started_at, deadline_at, paused_at, last_heard_at, epoch)
         select id, id, uid, $2, 'open', to_timestamp(0), to_timestamp(3600), to_timestamp(1800), to_timestamp(1800), 0 from enrolled`,
        [`waits-${examId}-`, examId],
      );
      api.clock.now = DEADLINE + TRANSIT_ALLOWANCE_MS + 1;
      await closeOverdue(api.deps);
      expect((await sitting()).state).toBe('closed');
    });

    it('the other sittings are closed when one can’t be', async () => {
      const enrolment = eq(papers.enrolmentId, (await sitting()).enrolmentId);
      const [paper] = await api.deps.db.orm.select().from(papers).where(enrolment);
      const spoil = (sections: typeof papers.$inferSelect.sections) =>
        api.deps.db.orm.update(papers).set({ sections }).where(enrolment);
      await spoil([{ name: 'Aptitude', items: [2_000_000_000] }]);
      api.clock.now += 1;
      const other = await api.makeCandidate({ examId, status: 'Fees Paid' });
      const otherPhone = await deviceOf(api, other, examId);
      await otherPhone.open();
      api.clock.now = DEADLINE + TRANSIT_ALLOWANCE_MS + 2;
      await closeOverdue(api.deps);
      expect((await otherPhone.push([])).body).toMatchObject({ state: 'closed' });
      await spoil(paper?.sections ?? []);
      await closeOverdue(api.deps);
      expect((await sitting()).state).toBe('closed');
    });

    it('[rule 16] the submission of a phone that was offline at the end is accepted, with a receipt', async () => {
      const events = [answered(1, 0)];
      api.clock.now = DEADLINE;
      events.push(phone.event(2, 'submitted'));
      api.clock.now = DEADLINE + 25 * MINUTE;
      await closeOverdue(api.deps);
      const reply = await phone.submit(2, [{ qid: qid(0), answer: 'OptionOne' }], {
        events,
        elapsed: 60 * MINUTE,
        words: [phone.firstBeacon(), await phone.hear(2)],
      });
      expect(reply.body).toMatchObject({
        received: true,
        state: 'submitted',
        receipt: { seq: 2 },
        score: [{ TotalScore: 2 }, { Aptitude: 2 }, { English: 0 }],
      });
      expect(await notes('sitting.submitted-late')).toHaveLength(1);
      // The result is no longer only the one that the server made provisionally.
      const { uid, token } = candidate;
      expect((await api.request('exams/updateuser', { token, json: { uid } })).body).toMatchObject({
        user: { score: [{ TotalScore: 2 }, {}, {}] },
      });
    });

    it('[rule 11] a submission that came in time keeps its score when its log follows long after the end', async () => {
      const events = [answered(1, 0), phone.event(2, 'submitted')];
      const answers = [{ qid: qid(0), answer: 'OptionOne' }];
      const { body } = await phone.submit(2, answers);
      expect(body).toMatchObject({ received: false, score: [{ TotalScore: 2 }, {}, {}] });
      api.clock.now = DEADLINE + 60 * MINUTE;
      const whole = await phone.submit(2, answers, { events, elapsed: 0 });
      expect(whole.body).toMatchObject({ received: true, score: body.score });
      expect(await result()).toMatchObject([{ score: body.score }]);
    });

    it('[rules 14, 16] what was done after the deadline awaits a decision, whatever the phone’s own date says', async () => {
      await phone.push([answered(1, 0, 'OptionTwo')]);
      api.clock.now = DEADLINE + 30_000;
      const late = { ...answered(2, 0, 'OptionOne'), at: START }; // the phone's date was set back
      expect((await phone.push([late])).body).toMatchObject({ acked: 2 });
      api.clock.now = DEADLINE + TRANSIT_ALLOWANCE_MS + 1;
      await closeOverdue(api.deps);
      expect(await result()).toMatchObject([
        { score: [{ TotalScore: -0.25 }, { Aptitude: -0.25 }, { English: 0 }] },
      ]);

      const held = (await api.request('sittings/held', { token: api.adminToken })).body as {
        sittingId: string;
        held: unknown[];
      }[];
      expect(
        held.find(({ sittingId }) => sittingId === phone.opened.sittingId)?.held,
      ).toMatchObject([{ seq: 2, elapsed: 60 * MINUTE + 30_000 }]);
      const decide = { counted: true, reason: 'The hall had no power for a minute' };
      expect(
        await api.request(`sittings/${phone.opened.sittingId}/held`, {
          token: candidate.token,
          json: decide,
        }),
      ).toMatchObject({ status: 403 });
      expect(
        await api.request(`sittings/${phone.opened.sittingId}/held`, {
          token: api.adminToken,
          json: decide,
        }),
      ).toMatchObject({ status: 200 });
      expect(await result()).toMatchObject([
        { score: [{ TotalScore: 2 }, { Aptitude: 2 }, { English: 0 }] },
      ]);
      expect(await notes('sitting.held-decided')).toHaveLength(1);
    });

    it('[rule 16] an act that claims an earlier time than the one before it awaits a decision', async () => {
      api.clock.now = START + 50 * MINUTE;
      const early = answered(1, 0);
      api.clock.now = DEADLINE + 10 * MINUTE;
      await closeOverdue(api.deps);
      const forged = { ...answered(2, 1), elapsed: 10 * MINUTE };
      const beacons = [phone.firstBeacon(), await phone.hear(2)];
      await phone.push([early, forged], { words: beacons });
      expect(await result()).toMatchObject([
        { score: [{ TotalScore: 2 }, { Aptitude: 2 }, { English: 0 }] },
      ]);
      expect((await sitting()).heldEvents).toBe(1);
    });

    it('a submission without the app counts within the transit allowance, and a later one doesn’t', async () => {
      const json = {
        uid: candidate.uid,
        examID: examId,
        answers: [{ qid: qid(0), answer: 'OptionOne' }],
      };
      api.clock.now = DEADLINE + TRANSIT_ALLOWANCE_MS;
      expect(
        (await api.request('exams/submit-mcq', { token: candidate.token, json })).body,
      ).toMatchObject({ score: [{ TotalScore: 2 }, { Aptitude: 2 }, { English: 0 }] });
      const slow = await api.makeCandidate({ examId, status: 'Fees Paid' });
      api.clock.now = START;
      const slowPhone = await deviceOf(api, slow, examId);
      await slowPhone.open();
      api.clock.now = DEADLINE + TRANSIT_ALLOWANCE_MS + 1;
      const first = slowPhone.opened.questions[0]?.qid;
      const late = await api.request('exams/submit-mcq', {
        token: slow.token,
        json: { uid: slow.uid, examID: examId, answers: [{ qid: first, answer: 'OptionOne' }] },
      });
      expect(late.body).toMatchObject({
        score: [{ TotalScore: 0 }, { Aptitude: 0 }, { English: 0 }],
      });
    });
  });
});
