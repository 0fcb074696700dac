// The server's side of the proctor's desk (rule 22, decision 43). The same suite runs on PGlite and on a real Postgres.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { read, utils } from 'xlsx';
import { applyTime } from '#api/services/hall/apply-time.ts';
import { takeActs } from '#api/services/hall/take-acts.ts';
import { loadKeys } from '#api/services/keys/load-keys.ts';
import { closeOverdue } from '#api/services/sittings/close-overdue.ts';
import { readWhole } from '#api/services/sittings/read-sitting.ts';
import { mayBring } from '#api/services/staff/assign-exam.ts';
import { candidateSchema } from '#contract/desk/candidates.ts';
import { watchedExamListSchema } from '#contract/desk/staff.ts';
import { startCodeListSchema } from '#contract/desk/start-codes.ts';
import { type HallAct, hallOutcomesSchema } from '#contract/hall/acts.ts';
import { hallReportSchema } from '#contract/hall/report.ts';
import { pushReplySchema } from '#contract/wire/sync.ts';
import { phoneName } from '#seals/phone-name.ts';
import { expectTotalsAgree } from '#tests/support/totals-agree.ts';
import { START, startApi, type TestApi } from '../support/api.ts';
import { deviceOf } from '../support/device.ts';
import { type Hall, hallOf, makeAct } from '../support/hall.ts';
import { handOver } from '../support/hand-over.ts';
import { backends, databaseOn } from '../support/test-database.ts';

const MINUTE = 60_000;

describe.each(backends)('the proctor’s desk on %s', (kind) => {
  let api: TestApi;
  let examId: string;
  let hall: Hall;

  beforeAll(async () => {
    api = await startApi(await databaseOn(kind));
    await api.makeQuestions('Aptitude', 3);
  });
  afterEach(async () => {
    await expectTotalsAgree(api.deps.db);
  });
  afterAll(() => api.close());
  beforeEach(async () => {
    api.clock.now = START;
    examId = await api.makeExam({ sections: [{ fieldType: 'Aptitude', fieldCount: 3 }] });
    hall = await hallOf(api, examId);
  });

  const outcomesOf = (body: unknown) => hallOutcomesSchema.parse(body).outcomes;
  const minutesIn = (minutes: number) => new Date(START + minutes * MINUTE).toISOString();
  const standing = async (phone: Awaited<ReturnType<Hall['seated']>>['phone']) =>
    pushReplySchema.parse((await phone.push([])).body);

  describe('the board', () => {
    it('[rule 22] shows for each candidate how far they are and how much waits on the phone', async () => {
      const absent = await hall.candidate('Hall A');
      const seated = await hall.seated('Hall B');
      api.clock.now += 10_000;
      const answered = seated.phone.event(1, 'answered', seated.qid(0), 'OptionOne');
      await seated.phone.push([answered], { waiting: 4 });
      const rows = new Map((await hall.board()).map((row) => [row.uid, row]));
      expect(rows.get(absent.uid)).toMatchObject({ room: 'Hall A', state: null, heardAt: null });
      expect(rows.get(seated.uid)).toMatchObject({
        room: 'Hall B',
        state: 'open',
        questions: 3,
        answered: 1,
        waiting: 4,
        deadline: minutesIn(60),
        heardAt: new Date(api.clock.now).toISOString(),
        received: false,
      });
    });

    it('[decision 39] lists the start codes of a proctor’s rooms, and the whole exam’s to one who watches all of it', async () => {
      for (const room of ['', 'Hall A', 'Hall B'])
        await api.request(`exams/${examId}/start-code`, { token: api.adminToken, json: { room } });
      const listed = async (token: string) => {
        const { body } = await api.request(`exams/${examId}/start-codes`, { token });
        return startCodeListSchema.parse(body).map(({ room }) => room);
      };
      const some = await api.makeStaff('proctor');
      await hall.assign(some.uid, ['Hall B', 'Hall C']);
      expect(await listed(some.token)).toEqual(['Hall B']);
      expect(await listed(hall.proctor.token)).toEqual(['', 'Hall A', 'Hall B']);
      expect(await listed(api.adminToken)).toEqual(['', 'Hall A', 'Hall B']);
    });

    it('[rule 19] counts the paid candidates in each room, so that no code is made for a room that nobody sits in', async () => {
      for (const room of ['Hall B', 'Hall A', 'Hall B', '']) await hall.candidate(room);
      const unpaid = await api.makeCandidate({ examId, status: 'Registered' });
      await api.deps.db.rows(`update enrolments set room = 'Hall C' where uid = $1`, [unpaid.uid]);
      const rooms = (token: string, id = examId) => api.request(`exams/${id}/rooms`, { token });
      expect((await rooms(api.adminToken)).body).toEqual([
        { room: '', candidates: 1 }, // no proctor of a single room sees this candidate
        { room: 'Hall A', candidates: 1 },
        { room: 'Hall B', candidates: 2 },
      ]);
      expect((await rooms(api.adminToken, 'nosuchexam')).status).toBe(404);
      expect((await rooms(hall.proctor.token)).status).toBe(403);
    });

    it('[decision 43] shows a proctor the rooms assigned to them, and refuses an exam that is not', async () => {
      await hall.candidate('Hall A');
      const inB = await hall.candidate('Hall B');
      await hall.candidate();
      const other = await api.makeStaff('proctor');
      const ask = () => api.request(`proctor/board?exam=${examId}`, { token: other.token });
      expect((await ask()).status).toBe(403);
      await hall.assign(other.uid, ['Hall B']);
      expect((await hall.board(other.token)).map(({ uid }) => uid)).toEqual([inB.uid]);
      expect(await hall.board()).toHaveLength(3);
      expect(await hall.board(api.adminToken)).toHaveLength(3);
      const { body } = await api.request('proctor/exams', { token: other.token });
      expect(watchedExamListSchema.parse(body)).toMatchObject([{ rooms: ['Hall B'] }]);
      const candidate = await hall.candidate();
      const path = `proctor/board?exam=${examId}`;
      expect((await api.request(path, { token: candidate.token })).status).toBe(403);
    });

    it('[decision 43] follows a proctor’s exam and rooms, which are read again at each call', async () => {
      const { uid } = await api.makeStaff('proctor');
      const may = (of: string, room?: string) =>
        mayBring(api.deps, { uid, role: 'proctor' }, of, room);
      expect(await may(examId)).toBe(false);
      await hall.assign(uid, ['Hall B']);
      expect([await may(examId), await may(examId, 'Hall B')]).toEqual([true, true]);
      expect([await may(examId, 'Hall A'), await may(examId, '')]).toEqual([false, false]);
      expect(await may(await api.makeExam(), 'Hall B')).toBe(false);
      await hall.assign(uid, null);
      expect([await may(examId, 'Hall A'), await may(examId, '')]).toEqual([true, true]);
      const path = `staff/${uid}/exams/${examId}`;
      await api.request(path, { method: 'DELETE', token: api.adminToken });
      expect(await may(examId)).toBe(false);
      expect(await mayBring(api.deps, { uid, role: 'candidate' }, examId)).toBe(false);
      expect(await mayBring(api.deps, { uid, role: 'admin' }, examId, 'Hall A')).toBe(true);
    });

    it('[rule 20] shows no answer and no score', async () => {
      const { phone, qid } = await hall.seated();
      await phone.submit(1, [{ qid: qid(0), answer: 'OptionOne' }], {
        events: [phone.event(1, 'submitted')],
      });
      const { body } = await api.request(`proctor/board?exam=${examId}`, {
        token: hall.proctor.token,
      });
      expect(JSON.stringify(body)).not.toMatch(/Option|score|hundredths|correct/i);
    });
  });

  describe('extra time', () => {
    it('[rule 15] moves the deadline of one candidate, whose phone learns of it with the next reply', async () => {
      const [one, other] = [await hall.seated(), await hall.seated()];
      const done = await hall.does({
        kind: 'extra-time',
        to: { row: one.id },
        minutes: 10,
        reason: 'Fell ill',
      });
      expect(done).toMatchObject({ outcome: 'done' });
      expect((await standing(one.phone)).deadline).toBe(minutesIn(70));
      expect((await standing(other.phone)).deadline).toBe(minutesIn(60));
      expect(await hall.row(one.id)).toMatchObject({ extraSeconds: 600, deadline: minutesIn(70) });
    });

    it('for a room is for those sitting in it, and not for a candidate who starts after it was given', async () => {
      const [inA, inB] = [await hall.seated('Hall A'), await hall.seated('Hall B')];
      const later = await hall.candidate('Hall A');
      api.clock.now += 5 * MINUTE;
      const wish = { kind: 'extra-time', minutes: 15, reason: 'Power cut' } as const;
      await hall.does({ ...wish, to: { room: 'Hall A' } });
      expect((await standing(inA.phone)).deadline).toBe(minutesIn(75));
      expect((await standing(inB.phone)).deadline).toBe(minutesIn(60));
      api.clock.now += 5 * MINUTE;
      const phone = await deviceOf(api, later, examId);
      await phone.open();
      expect(phone.opened.deadline).toBe(minutesIn(70)); // their hour begins only now
      await hall.does({ ...wish, to: { all: true } });
      expect((await standing(inB.phone)).deadline).toBe(minutesIn(75));
      expect((await standing(inA.phone)).deadline).toBe(minutesIn(90));
    });

    it('given to a candidate before the start counts from the start', async () => {
      const person = await hall.candidate();
      await hall.does({
        kind: 'extra-time',
        to: { row: person.id },
        minutes: 5,
        reason: 'Late bus',
      });
      const phone = await deviceOf(api, person, examId);
      await phone.open();
      expect(phone.opened.deadline).toBe(minutesIn(65));
    });

    it('[rule 16] that reaches the server after the end reopens the sitting until the new deadline', async () => {
      const { id, phone, qid } = await hall.seated();
      await phone.push([phone.event(1, 'answered', qid(0), 'OptionTwo')]);
      const given = hall.act({ kind: 'extra-time', to: { row: id }, minutes: 10, reason: 'Noise' });
      api.clock.now = START + 63 * MINUTE;
      await closeOverdue(api.deps);
      expect(await hall.row(id)).toMatchObject({ state: 'closed' });
      await hall.bring([given]);
      expect(await hall.row(id)).toMatchObject({ state: 'open', deadline: minutesIn(70) });
      const event = phone.event(2, 'answered', qid(1), 'OptionOne');
      expect((await phone.push([event])).body).toMatchObject({ acked: 2, state: 'open' });
    });

    it('[rule 16] that reaches the server after the new deadline, too, makes late work count that was done by then', async () => {
      const { id, phone, qid } = await hall.seated();
      const given = hall.act({ kind: 'extra-time', to: { row: id }, minutes: 10, reason: 'Noise' });
      api.clock.now = START + 65 * MINUTE;
      await closeOverdue(api.deps);
      await phone.push([phone.event(1, 'answered', qid(0), 'OptionOne')]);
      expect(await hall.row(id)).toMatchObject({ state: 'closed', answered: 0, held: 1 });
      api.clock.now = START + 90 * MINUTE;
      await hall.bring([given]);
      expect(await hall.row(id)).toMatchObject({ state: 'closed', answered: 1, held: 0 });
    });
  });

  it('[decision 43] extra-time codes from before stay valid once their key has a name of its own', async () => {
    const { db, keys } = api.deps;
    const told = keys.sign('device', 'extra-time|row', 16);
    expect(keys.sign('extra-time', 'extra-time|row', 16)).not.toBe(told);
    const kept = await db.rows(
      "delete from server_keys where name = 'extra-time' returning secret",
      [],
    );
    const { sign } = await loadKeys(db);
    expect(sign('extra-time', 'extra-time|row', 16)).toBe(told);
    const [{ secret }] = kept as [{ secret: string }];
    await db.rows("update server_keys set secret = $1 where name = 'extra-time'", [secret]);
  });

  it('[decision 48] extra time given in time counts even if the submission reached the server first', async () => {
    const { id, phone, qid } = await hall.seated();
    api.clock.now = START + 50 * MINUTE;
    const given = (minutes: number) =>
      hall.act({ kind: 'extra-time', to: { row: id }, minutes, reason: 'Wet desk' });
    const [short, long] = [given(3), given(30)];
    api.clock.now = START + 55 * MINUTE;
    await phone.push([phone.event(1, 'answered', qid(0), 'OptionOne')]);
    api.clock.now = START + 64 * MINUTE;
    await phone.submit(2, [{ qid: qid(0), answer: 'OptionOne' }], {
      events: [phone.event(2, 'submitted')],
    });
    expect(await hall.row(id)).toMatchObject({ state: 'submitted', deadline: minutesIn(60) });
    const after = await hall.does({
      kind: 'extra-time',
      to: { row: id },
      minutes: 1,
      reason: 'Late',
    });
    expect(after).toMatchObject({ outcome: 'refused' });
    expect((await hall.bring([long])).body).toMatchObject({ outcomes: [{ outcome: 'refused' }] });
    expect((await hall.bring([short])).body).toMatchObject({ outcomes: [{ outcome: 'done' }] });
    expect(await hall.row(id)).toMatchObject({ state: 'submitted', deadline: minutesIn(63) });
  });

  it('[AT11] extra time lets nobody continue who has seen a score; only Reopen does, and logs it', async () => {
    const seen = await hall.seated('Hall A');
    const unseen = await hall.seated('Hall A');
    api.clock.now = START + 63 * MINUTE;
    await closeOverdue(api.deps);
    await api.request(`exams/getresult/${seen.uid}`, { token: seen.token });
    const extra = { kind: 'extra-time', minutes: 30, reason: 'Noise' } as const;
    const refused = await hall.does({ ...extra, to: { row: seen.id } });
    expect(refused).toMatchObject({ outcome: 'refused' });
    expect(refused?.sentence).toContain('use Reopen');
    expect(await hall.does({ ...extra, to: { room: 'Hall A' } })).toMatchObject({
      outcome: 'done',
    });
    expect(await hall.row(seen.id)).toMatchObject({ state: 'closed' });
    expect(await hall.row(unseen.id)).toMatchObject({ state: 'open' });
    await hall.does({
      kind: 'reopen',
      to: { row: seen.id },
      minutes: 5,
      reason: 'A fault of ours',
    });
    expect(await hall.row(seen.id)).toMatchObject({ state: 'open' });
    const { body } = await api.request(`activity?search=${seen.phone.opened.sittingId}`, {
      token: api.adminToken,
    });
    expect(JSON.stringify(body)).toContain('scoreSeen');
  });

  describe('extra time that arrives after the end', () => {
    const MOVES_DEADLINE = 'from jsonb_to_recordset($1::text::jsonb) as t(id text, version int';
    const REOPENS = 'reopened_at =';

    /** Two candidates whom the server has closed, and extra time for their room that was given before that. */
    const closedTwo = async () => {
      const seated = [await hall.seated('Hall A'), await hall.seated('Hall A')];
      const given = hall.act({
        kind: 'extra-time',
        to: { room: 'Hall A' },
        minutes: 10,
        reason: 'Noise',
      });
      api.clock.now = START + 63 * MINUTE;
      await closeOverdue(api.deps);
      return { seated, given };
    };
    const bringBefore = (given: HallAct, part: string, happens: (times: number) => unknown) => {
      const { db } = api.deps;
      let times = 0;
      const rows: typeof db.rows = async (statement, params) => {
        if (statement.includes(part)) {
          times += 1;
          await happens(times);
        }
        return db.rows(statement, params);
      };
      const { uid } = hall.proctor;
      const caller = {
        uid,
        role: 'proctor',
        tokenHash: '',
        mustChangePassword: false,
        hasSecondFactor: false,
        isBlocked: false,
      } as const;
      return takeActs({ ...api.deps, db: { ...db, rows } }, caller, {
        deviceId: 'proctor-1',
        acts: [given],
      });
    };

    it('[rule 16] reopens every sitting, even when the server failed half-way through', async () => {
      const { seated, given } = await closedTwo();
      const fall = (times: number) => {
        if (times === 2) throw new Error('fell over');
      };
      await expect(bringBefore(given, REOPENS, fall)).rejects.toThrow('fell over');
      expect(await hall.bring([given])).toMatchObject({
        body: { outcomes: [{ outcome: 'done' }] },
      });
      for (const { id } of seated)
        expect(await hall.row(id)).toMatchObject({ state: 'open', deadline: minutesIn(70) });
    });

    it('[AT11] leaves alone a candidate who submits at that moment', async () => {
      const { seated, given } = await closedTwo();
      await bringBefore(given, REOPENS, async (times) => {
        if (times > 1) return;
        for (const { phone } of seated)
          await phone.submit(1, [], { events: [phone.event(1, 'submitted')] });
      });
      for (const { id } of seated)
        expect(await hall.row(id)).toMatchObject({ state: 'submitted', received: true });
    });

    it.each([MOVES_DEADLINE, REOPENS])(
      '[AT11] reopens nothing for a candidate who sees a score at that moment (%#)',
      async (part) => {
        const { seated, given } = await closedTwo();
        await bringBefore(given, part, async (times) => {
          if (times > 1) return;
          for (const { uid, token } of seated) {
            const { body } = await api.request(`exams/getresult/${uid}`, { token });
            expect(body).toHaveLength(1);
          }
        });
        const states = await Promise.all(seated.map(async ({ id }) => (await hall.row(id)).state));
        expect(states).toEqual(['closed', 'closed']);
      },
    );
  });

  it('[decision 43] an act for many candidates is applied again only to those who sent something meanwhile', async () => {
    const [one, other] = [await hall.seated(), await hall.seated()];
    await hall.does({ kind: 'extra-time', to: { all: true }, minutes: 10, reason: 'Noise' });
    const ids = [one, other].map(({ phone }) => phone.opened.sittingId);
    const { db } = api.deps;
    await db.rows('update sittings set extra_seconds = 0 where exam_id = $1', [examId]);
    const asked: unknown[] = [];
    const rows: typeof db.rows = async (statement, params) => {
      if (statement.includes('as acts')) asked.push(JSON.parse(String(params[0])));
      if (statement.includes('t(id text, version int') && asked.length === 1)
        await one.phone.push([one.phone.event(1, 'answered', one.qid(0), 'OptionOne')]);
      return db.rows(statement, params);
    };
    await applyTime({ ...api.deps, db: { ...db, rows } }, ids);
    expect(asked).toEqual([ids, [ids[0]]]);
    for (const { id } of [one, other])
      expect(await hall.row(id)).toMatchObject({ extraSeconds: 600, deadline: minutesIn(70) });
  });

  it('[decision 48] Reopen logs that a candidate who submitted but has no receipt yet may have seen a score', async () => {
    const { id, phone, qid } = await hall.seated();
    const { body } = await phone.submit(2, [{ qid: qid(0), answer: 'OptionOne' }]);
    expect(body).toMatchObject({ received: false, score: [{ TotalScore: 1 }, { Aptitude: 1 }] });
    await hall.does({ kind: 'reopen', to: { row: id }, minutes: 5, reason: 'Pressed it' });
    const log = await api.request(`activity?search=${phone.opened.sittingId}`, {
      token: api.adminToken,
    });
    expect(JSON.stringify(log.body)).toContain('scoreSeen');
  });

  it('[decision 48] extra time can still be given to a candidate whose submission is incomplete', async () => {
    const { id, phone, qid } = await hall.seated();
    await phone.submit(2, [{ qid: qid(0), answer: 'OptionOne' }]);
    const wish = { kind: 'extra-time', to: { row: id }, minutes: 10, reason: 'Noise' } as const;
    expect(await hall.does(wish)).toMatchObject({ outcome: 'done' });
    expect(await hall.row(id)).toMatchObject({ state: 'submitted', deadline: minutesIn(70) });
  });

  describe('a pause', () => {
    it('stops the clock until it is resumed, and nothing becomes overdue meanwhile', async () => {
      const { id, phone } = await hall.seated('Hall A');
      api.clock.now += 50 * MINUTE;
      await hall.does({ kind: 'pause', to: { room: 'Hall A' }, reason: 'Fire alarm' });
      expect((await standing(phone)).pausedAt).toBe(minutesIn(50));
      api.clock.now += 30 * MINUTE;
      await closeOverdue(api.deps);
      expect(await hall.row(id)).toMatchObject({ state: 'open', pausedAt: minutesIn(50) });
      // Nor does the sitting close for what arrives during the pause, long after its hour would have ended.
      expect(await standing(phone)).toMatchObject({ state: 'open', pausedAt: minutesIn(50) });
      await hall.does({ kind: 'resume', to: { room: 'Hall A' } });
      const now = await standing(phone);
      expect(now.pausedAt).toBeUndefined();
      expect(now.deadline).toBe(minutesIn(90));
    });
  });

  it('[AT20] a candidate’s record lists what was done for their room or everyone while they sat, and nothing else', async () => {
    const { uid } = await hall.seated('Hall A');
    await hall.candidate('Hall B');
    const wide = async (to: { all: true } | { room: string }) => {
      api.clock.now += MINUTE;
      await hall.does({ kind: 'pause', to, reason: 'Alarm' });
      api.clock.now += MINUTE;
      await hall.does({ kind: 'resume', to });
    };
    await wide({ all: true });
    await wide({ room: 'Hall A' });
    await wide({ room: 'Hall B' });
    await hall.does({ kind: 'resync', to: { all: true } });
    api.clock.now += 90 * MINUTE;
    await closeOverdue(api.deps);
    api.clock.now += MINUTE;
    await wide({ all: true });
    const { body } = await api.request(`candidates/${uid}`, { token: api.adminToken });
    const { activity, sittings } = candidateSchema.parse(body);
    const acts = activity.filter(({ action }) => action.startsWith('hall.'));
    expect(acts.map(({ action, detail }) => [action, detail.to])).toEqual([
      ['hall.resumed', { room: 'Hall A' }],
      ['hall.paused', { room: 'Hall A' }],
      ['hall.resumed', { all: true }],
      ['hall.paused', { all: true }],
    ]);
    expect(sittings).toMatchObject([{ startedAt: minutesIn(0), deadline: minutesIn(62) }]);
  });

  describe('[AT20] during a pause', () => {
    const pause = { kind: 'pause', to: { all: true }, reason: 'Alarm' } as const;
    const resume = { kind: 'resume', to: { all: true } } as const;

    it('no questions are given out: not at the start, not to another phone, not without the app', async () => {
      const absent = await hall.candidate();
      const { phone, ...seated } = await hall.seated();
      api.clock.now += MINUTE;
      await hall.does(pause);
      api.clock.now += MINUTE;
      const first = await deviceOf(api, absent, examId);
      const second = await deviceOf(api, seated, examId, 'phone-2');
      const refused = { status: 409, body: { code: 'exam-paused', retry: 'later' } };
      expect(await first.open()).toMatchObject(refused);
      expect(await second.open({ takeOver: true })).toMatchObject(refused);
      expect(await phone.open()).toMatchObject(refused);
      for (const { token } of [absent, seated])
        expect(await api.request('questions?type=', { token })).toMatchObject(refused);
      // The turn has stayed with the first phone, and nothing that it sends is refused.
      expect(await standing(phone)).toMatchObject({ epoch: 1, pausedAt: minutesIn(1) });
      await hall.does(resume);
      expect(await first.open()).toMatchObject({ status: 200 });
      expect(first.opened.deadline).toBe(minutesIn(62));
      expect(await second.open({ takeOver: true })).toMatchObject({ status: 200 });
    });

    it('work counts, but its time isn’t given back, whether it arrives during the pause or after it', async () => {
      const sent = await hall.seated();
      const kept = await hall.seated();
      const idle = await hall.seated();
      const answer = ({ phone, qid }: typeof sent, seq: number) =>
        phone.event(seq, 'answered', qid(seq % 3), 'OptionTwo');
      api.clock.now = START + 10 * MINUTE;
      await hall.does(pause);
      api.clock.now += MINUTE;
      const later = [answer(kept, 1)];
      await sent.phone.push([answer(sent, 1)]);
      api.clock.now = START + 18 * MINUTE;
      later.push(answer(kept, 2));
      const heard = await sent.phone.push([answer(sent, 2)]);
      expect(heard.body).toMatchObject({ acked: 2, pausedAt: minutesIn(17) });
      api.clock.now = START + 30 * MINUTE;
      await hall.does(resume);
      expect((await standing(idle.phone)).deadline).toBe(minutesIn(80));
      expect((await standing(sent.phone)).deadline).toBe(minutesIn(73));
      expect((await standing(kept.phone)).deadline).toBe(minutesIn(80));
      // Work done during the pause arrives together with work done after it.
      api.clock.now += MINUTE;
      const arrived = await kept.phone.push([...later, answer(kept, 3)]);
      expect(arrived.body).toMatchObject({ acked: 3, deadline: minutesIn(73), state: 'open' });
      expect(await hall.row(kept.id)).toMatchObject({ answered: 3, extraSeconds: 13 * 60 });
    });

    it('what the app does by itself is no work: the whole pause before the first answer is given back', async () => {
      const { phone, qid } = await hall.seated();
      api.clock.now = START + 10 * MINUTE;
      await hall.does(pause);
      api.clock.now += MINUTE;
      const started = phone.event(1, 'started');
      api.clock.now += 7 * MINUTE;
      await phone.push([started, phone.event(2, 'answered', qid(0), 'OptionTwo')]);
      api.clock.now = START + 30 * MINUTE;
      await hall.does(resume);
      expect((await standing(phone)).deadline).toBe(minutesIn(80));
    });

    it('a submitted sitting isn’t paused', async () => {
      const { id, phone } = await hall.seated();
      await phone.submit(1, [], { events: [phone.event(1, 'submitted')] });
      api.clock.now += MINUTE;
      await hall.does(pause);
      expect(await hall.row(id)).toMatchObject({ state: 'submitted', pausedAt: null });
      expect(await standing(phone)).not.toHaveProperty('pausedAt');
    });

    it('work that the server learns of late doesn’t make late what was done before the deadline moved', async () => {
      const { phone, qid } = await hall.seated();
      api.clock.now = START + 10 * MINUTE;
      await hall.does(pause);
      const kept = [11, 20, 29].map((minute, index) => {
        api.clock.now = START + minute * MINUTE;
        return phone.event(index + 1, 'answered', qid(index), 'OptionTwo');
      });
      api.clock.now = START + 30 * MINUTE;
      await hall.does(resume);
      api.clock.now = START + 75 * MINUTE;
      expect((await phone.push(kept)).body).toMatchObject({ acked: 3, deadline: minutesIn(75) });
    });

    it('much work costs the server no more reading than a little, and gives the same deadline', async () => {
      const readsFor = async (many: number) => {
        const { phone, qid, id } = await hall.seated();
        const begun = api.clock.now;
        await hall.does({ ...pause, to: { row: id } });
        const events = Array.from({ length: many }, (_, index) => {
          api.clock.now = begun + MINUTE + Math.round((index * 8 * MINUTE) / (many - 1));
          return phone.event(index + 1, 'answered', qid(index % 3), 'OptionTwo');
        });
        await phone.push(events);
        api.clock.now = begun + 20 * MINUTE;
        const { db } = api.deps;
        const read: unknown[] = [];
        const rows: typeof db.rows = async (statement, params) => {
          const found = await db.rows(statement, params);
          read.push(...found);
          return found;
        };
        await hall.does({ ...resume, to: { row: id } });
        await applyTime({ ...api.deps, db: { ...db, rows } }, [phone.opened.sittingId]);
        const { extraSeconds } = await hall.row(id);
        return { bytes: JSON.stringify(read).length, extraSeconds };
      };
      const [few, many] = [await readsFor(2), await readsFor(300)];
      expect([few.extraSeconds, many.extraSeconds]).toEqual([12 * 60, 12 * 60]);
      expect(many.bytes).toBeLessThan(few.bytes + 50);
    });

    it('work from before it costs no time, however late it arrives', async () => {
      const { phone, qid } = await hall.seated();
      const before = [1, 2].map((seq) => {
        api.clock.now += 4 * MINUTE;
        return phone.event(seq, 'answered', qid(seq), 'OptionTwo');
      });
      api.clock.now = START + 10 * MINUTE;
      await hall.does(pause);
      api.clock.now = START + 20 * MINUTE;
      expect((await phone.push(before)).body).toMatchObject({ acked: 2, pausedAt: minutesIn(10) });
      api.clock.now = START + 30 * MINUTE;
      await hall.does(resume);
      expect((await standing(phone)).deadline).toBe(minutesIn(80));
    });
  });

  describe('acts', () => {
    const row = async (id: string) => {
      const { deadline, extraSeconds, pausedAt, checkedInAt } = await hall.row(id);
      return { deadline, extraSeconds, pausedAt, checkedInAt };
    };

    it('[SY4] that come in any order and number give the same result', async () => {
      const orders: number[][] = [
        [0, 1, 2, 3, 4, 5],
        [5, 4, 3, 2, 1, 0],
        [2, 0, 5, 1, 4, 3],
      ];
      const results: unknown[] = [];
      for (const order of orders) {
        api.clock.now = START;
        const { id } = await hall.seated('Hall A');
        const at = (minutes: number) => START + minutes * MINUTE;
        const made = (
          [
            { kind: 'check-in', to: { row: id }, present: true, at: at(1) },
            { kind: 'pause', to: { row: id }, reason: 'Alarm', at: at(2) },
            { kind: 'extra-time', to: { row: id }, minutes: 7, reason: 'Noise', at: at(4) },
            { kind: 'resume', to: { row: id }, at: at(12) },
            { kind: 'check-in', to: { row: id }, present: false, at: at(13) },
            { kind: 'check-in', to: { row: id }, present: true, at: at(14) },
          ] as const
        ).map((wish) => makeAct(examId, START, wish));
        api.clock.now = START + 20 * MINUTE;
        const sent = order.flatMap((n) => made[n] ?? []) as HallAct[];
        await hall.bring(sent.slice(0, 3));
        await hall.bring(sent);
        await Promise.all([hall.bring(sent), hall.bring([...sent].reverse())]);
        results.push(await row(id));
      }
      const [first] = results;
      expect(first).toMatchObject({
        extraSeconds: 17 * 60,
        pausedAt: null,
        checkedInAt: minutesIn(14),
      });
      for (const result of results) expect(result).toEqual(first);
    });

    it('are judged one by one: those that the proctor has no right to are refused with a reason, and the others are done', async () => {
      const [inA, inB] = [await hall.seated('Hall A'), await hall.seated('Hall B')];
      const guard = await api.makeStaff('proctor');
      await hall.assign(guard.uid, ['Hall A']);
      const extra = { kind: 'extra-time', minutes: 5, reason: 'Noise' } as const;
      const foreign = await api.makeExam();
      const sent = [
        hall.act({ ...extra, to: { row: inB.id } }),
        hall.act({ ...extra, to: { row: inA.id } }),
        hall.act({ ...extra, to: { all: true } }),
        hall.act({ ...extra, to: { room: 'Hall B' } }),
        makeAct(foreign, START, { ...extra, to: { all: true } }),
        hall.act({ kind: 'reopen', to: { row: inB.id }, minutes: 5, reason: 'Asked' }),
        hall.act({ kind: 'check-in', to: { row: inB.id }, present: true }),
      ];
      const outcomes = outcomesOf((await hall.bring(sent, guard.token)).body);
      expect(outcomes.map(({ outcome }) => outcome)).toEqual([
        'refused',
        'done',
        'refused',
        'refused',
        'refused',
        'refused',
        'refused',
      ]);
      for (const { outcome, sentence } of outcomes)
        expect(sentence === '').toBe(outcome === 'done');
      expect(await hall.row(inB.id)).toMatchObject({ extraSeconds: 0, checkedInAt: null });
      expect(await hall.row(inA.id)).toMatchObject({ extraSeconds: 300 });
      // An act for a candidate who has not paid is refused, too.
      const unpaid = await api.makeCandidate({ examId, status: 'Registered' });
      const row = unpaid.enrolmentId ?? '';
      expect(await hall.does({ kind: 'check-in', to: { row }, present: true })).toMatchObject({
        outcome: 'refused',
      });
      // Sending another proctor's act again is refused as well.
      const [, own] = sent;
      expect(outcomesOf((await hall.bring(own ? [own] : [])).body)).toMatchObject([
        { outcome: 'refused' },
      ]);
    });

    it('[decision 43] are never done under an id that belongs to another act', async () => {
      for (let n = 0; n < 4; n += 1) {
        const { id: row, phone } = await hall.seated();
        await phone.submit(1, [], { events: [phone.event(1, 'submitted')] });
        const present = hall.act({ kind: 'check-in', to: { row }, present: true });
        const { id } = present;
        const wish = { kind: 'reopen', to: { row }, minutes: 30, reason: 'Asked' } as const;
        const brought = await Promise.all([
          hall.bring([present]),
          hall.bring([hall.act({ ...wish, id })]),
        ]);
        const outcomes = brought.flatMap(({ body }) => outcomesOf(body));
        expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['done', 'refused']);
        const { state, checkedInAt } = await hall.row(row);
        const kept = await api.deps.db.rows('select kind from proctor_acts where id = $1', [id]);
        expect(kept).toEqual([{ kind: state === 'open' ? 'reopen' : 'check-in' }]);
        expect(checkedInAt === null).toBe(state === 'open');
        const otherwise = hall.act({ kind: 'check-in', to: { row }, present: false, id });
        expect(outcomesOf((await hall.bring([otherwise])).body)).toMatchObject([
          { outcome: 'refused' },
        ]);
      }
    });

    it('never count for later than now', async () => {
      const { id } = await hall.seated();
      await hall.does({ kind: 'check-in', to: { row: id }, present: true, at: START + 9 * MINUTE });
      expect((await hall.row(id)).checkedInAt).toBe(minutesIn(0));
    });

    it('are in the audit log once, with phone and time', async () => {
      const { id } = await hall.seated();
      const did = { kind: 'incident', to: { row: id }, note: 'Slept for a while' } as const;
      const act = hall.act({ ...did, at: START - MINUTE });
      await hall.bring([act]);
      await hall.bring([act]);
      const path = 'activity?action=hall.incident&text=Slept';
      const { body } = await api.request(path, { token: api.adminToken });
      expect(body).toMatchObject([
        {
          actor: hall.proctor.uid,
          detail: { device: 'proctor-1', doneAt: minutesIn(-1), note: 'Slept for a while' },
        },
      ]);
    });
  });

  describe('the report of a session', () => {
    it('[decision 43] says who came, how it ended and what was done, within the proctor’s rooms', async () => {
      const [inA, inB] = [await hall.seated('Hall A'), await hall.candidate('Hall B')];
      api.clock.now += MINUTE;
      await hall.does({ kind: 'check-in', to: { row: inB.id }, present: false });
      // This act was done earlier, and for another candidate.
      await hall.does({ kind: 'check-in', to: { row: inA.id }, present: true, at: START });
      await hall.does({ kind: 'incident', to: { row: inB.id }, note: 'Came without a ticket' });
      await hall.does({ kind: 'extra-time', to: { room: 'Hall A' }, minutes: 5, reason: 'Noise' });
      const report = async (token: string) =>
        hallReportSchema.parse(
          (await api.request(`proctor/report?exam=${examId}`, { token })).body,
        );
      const whole = await report(hall.proctor.token);
      expect(whole.counts).toEqual({
        ...{ enrolled: 2, present: 1, started: 1, underWay: 1 },
        ...{ submitted: 0, received: 0, handedOver: 0, closed: 0, held: 0 },
      });
      expect(whole.acts.map(({ kind, words }) => [kind, words])).toEqual([
        ['check-in', ''],
        ['check-in', ''],
        ['incident', 'Came without a ticket'],
        ['extra-time', 'Noise'],
      ]);
      const guard = await api.makeStaff('proctor');
      await hall.assign(guard.uid, ['Hall B']);
      const ofB = await report(guard.token);
      expect(ofB.counts.enrolled).toBe(1);
      const whom = expect.stringContaining(inB.uid);
      expect(ofB.acts).toMatchObject([
        { kind: 'check-in', whom },
        { kind: 'incident', whom },
      ]);
      const other = await hall.seated('Hall A');
      await other.phone.submit(1, [], { events: [other.phone.event(1, 'submitted')] });
      const events = [inA.phone.event(1, 'submitted')];
      const brought = await api.request('sync/handover', {
        token: hall.proctor.token,
        body: new Uint8Array(await handOver(inA.phone, events, { answers: [] })),
        headers: { 'content-type': 'application/octet-stream' },
      });
      expect(brought.status).toBe(200);
      const { counts } = await report(hall.proctor.token);
      expect(counts).toMatchObject({ started: 2, submitted: 2, received: 2, handedOver: 1 });
    });
  });

  describe('late work', () => {
    it('[rule 16] is decided on by a proctor of the exam, who sees the evidence but no score', async () => {
      const { id, uid, token, phone, qid } = await hall.seated('Hall A');
      await phone.push([]);
      const tablet = await deviceOf(api, { uid, token }, examId, 'tablet-1');
      await tablet.open({ takeOver: true });
      await tablet.submit(1, [{ qid: qid(0), answer: 'OptionTwo' }], {
        events: [tablet.event(1, 'submitted')],
      });
      api.clock.now += 1_000;
      await phone.push([phone.event(1, 'answered', qid(2), 'OptionOne')]);
      expect(await hall.row(id)).toMatchObject({ held: 1 });
      const path = `proctor/held?exam=${examId}&row=${id}`;
      const { body } = await api.request(path, { token: hall.proctor.token });
      const held = [{ type: 'answered', place: 3, why: ['score-told'] }];
      expect(body).toMatchObject({ uid, acts: 1, held });
      const reported = async (by: string) => {
        const report = await api.request(`proctor/report?exam=${examId}`, { token: by });
        return hallReportSchema.parse(report.body).late;
      };
      expect(await reported(hall.proctor.token)).toEqual([
        { whom: expect.stringContaining(uid), acts: 1, why: ['score-told'] },
      ]);
      expect(JSON.stringify(body)).not.toMatch(/score"|hundredths|TotalScore/);
      const guard = await api.makeStaff('proctor');
      await hall.assign(guard.uid, ['Hall B']);
      expect((await api.request(path, { token: guard.token })).status).toBe(403);
      expect(await reported(guard.token)).toEqual([]);
      const decide = { kind: 'decide-held', to: { row: id }, counted: true } as const;
      const reason = 'The hall had no network';
      expect(await hall.does({ ...decide, reason, seen: 2 })).toMatchObject({ outcome: 'refused' });
      expect(await hall.does({ ...decide, reason, seen: 1 })).toMatchObject({ outcome: 'done' });
      expect(await hall.row(id)).toMatchObject({ held: 0 });
      expect(await reported(hall.proctor.token)).toEqual([]);
      expect((await api.request(path, { token: hall.proctor.token })).status).toBe(404);
    });
  });

  describe('a reopening', () => {
    it('[AT19] lets a sitting continue: its answers stand, its receipt is void, and its score is hidden', async () => {
      const { id, uid, token, phone, qid } = await hall.seated();
      await phone.submit(1, [{ qid: qid(0), answer: 'OptionOne' }], {
        events: [phone.event(1, 'submitted')],
      });
      expect(await hall.row(id)).toMatchObject({ state: 'submitted', received: true });
      api.clock.now = START + 70 * MINUTE;
      const wish = { kind: 'reopen', to: { row: id }, minutes: 10, reason: 'Pressed it' } as const;
      expect(await hall.does(wish)).toMatchObject({ outcome: 'done' });
      const row = { state: 'open', received: false, reopened: true, deadline: minutesIn(80) };
      expect(await hall.row(id)).toMatchObject(row);
      expect((await api.request(`exams/getresult/${uid}`, { token })).body).toEqual([]);
      const own = await api.request('exams/updateuser', { token, json: { uid } });
      expect(own.body).toMatchObject({ user: { score: [] } });
      api.clock.now += MINUTE;
      await phone.open();
      expect(phone.opened).toMatchObject({ epoch: 2, receipt: null, deadline: minutesIn(80) });
      expect(phone.opened.answers).toEqual([{ qid: qid(0), answer: 'OptionOne' }]);
      // The act and the submission of the earlier turn [AT13].
      expect((await phone.push([], { others: 1 })).body).toMatchObject({ others: { count: 2 } });
      const event = phone.event(2, 'answered', qid(1), 'OptionOne');
      expect((await phone.push([event])).body).toMatchObject({ acked: 2 });
      expect(await hall.row(id)).toMatchObject({ answered: 2, held: 0 });
      const again = await phone.submit(3, [{ qid: qid(1), answer: 'OptionOne' }], {
        events: [phone.event(3, 'submitted')],
      });
      expect(again.body.receipt).not.toBeNull();
      expect(again.body.score).toEqual([{ TotalScore: 2 }, { Aptitude: 2 }]);
      expect(await hall.row(id)).toMatchObject({ state: 'submitted', held: 0 });
    });

    it('[AT19] of a sitting that the server closed leaves nothing to decide, and later work counts though a score was seen', async () => {
      const { id, uid, token, phone, qid } = await hall.seated();
      api.clock.now = START + 70 * MINUTE;
      await closeOverdue(api.deps);
      expect((await api.request(`exams/getresult/${uid}`, { token })).body).toHaveLength(1);
      api.clock.now += MINUTE;
      await phone.push([phone.event(1, 'answered', qid(0), 'OptionTwo')]);
      expect(await hall.row(id)).toMatchObject({ state: 'closed', held: 1 });
      const told = { kind: 'reopen', to: { row: id }, minutes: 10, reason: 'Power cut' } as const;
      expect(await hall.does(told)).toMatchObject({ outcome: 'done' });
      expect(await hall.row(id)).toMatchObject({ state: 'open', held: 0 });
      const account = await api.request('account', { token });
      expect(account.body).toMatchObject({ exams: [{ completedAt: null }] });
      api.clock.now += MINUTE;
      await phone.open();
      const done = await phone.submit(2, [{ qid: qid(1), answer: 'OptionOne' }], {
        events: [phone.event(2, 'submitted')],
      });
      expect(done.body.score).toEqual([{ TotalScore: 1 }, { Aptitude: 1 }]);
      expect(await hall.row(id)).toMatchObject({ state: 'submitted', held: 0 });
    });

    it('[AT19] puts this exam before another one that the office allowed since, until it is submitted again', async () => {
      const { id, uid, token, phone, qid } = await hall.seated();
      await phone.submit(1, [], { events: [phone.event(1, 'submitted')] });
      const second = await api.makeExam({ sections: [{ fieldType: 'Aptitude', fieldCount: 1 }] });
      const json = { uid, examID: second };
      await api.request('exams/allow-another', { token: api.adminToken, json });
      const shown = async () =>
        (await api.request('exams/updateuser', { token, json: { uid } })).body;
      const other = { user: { examID: second, status: 'Registered' } };
      expect(await shown()).toMatchObject(other);
      const exam = async (id: string) =>
        Object((await api.request(`exams/${id}`, { token })).body).name;
      /** The candidate at the desk: as the list shows, filters and sorts them, and which exam is current. */
      const office = async () => {
        const find = async (by: string) => {
          const path = `candidates?search=${uid}&${by}`;
          return (await api.request(path, { token: api.adminToken })).body;
        };
        const page = await api.request(`candidates/${uid}`, { token: api.adminToken });
        const { enrolments } = candidateSchema.parse(page.body);
        const [shown, free] = [await find('sort=status'), await find('state=Registered')];
        expect(await find('sort=exam')).toEqual(shown);
        return { shown, free, current: enrolments.find(({ current }) => current)?.examId };
      };
      const waiting = [{ uid, exam: await exam(second), status: 'Registered' }];
      expect(await office()).toMatchObject({ shown: waiting, free: waiting, current: second });
      await hall.does({ kind: 'reopen', to: { row: id }, minutes: 10, reason: 'Pressed it' });
      expect(await shown()).toMatchObject({ user: { examID: examId, status: 'Fees Paid' } });
      expect(await office()).toEqual({
        shown: [expect.objectContaining({ uid, exam: await exam(examId), status: 'Fees Paid' })],
        free: [],
        current: examId,
      });
      // The endpoint for a client without the app uses the same exam.
      const plain = await api.request('questions', { token });
      expect(plain.body).toMatchObject([{ _id: qid(0) }, {}, {}]);
      await phone.open();
      await phone.submit(2, [], { events: [phone.event(2, 'submitted')] });
      expect(await shown()).toMatchObject(other);
      expect(await office()).toMatchObject({ shown: waiting, free: waiting, current: second });
    });

    it('[AT19] lets a client without the device protocol submit once more, with other answers', async () => {
      const { id, uid, token, qid } = await hall.seated();
      const plain = (answer: string) =>
        api.request('exams/submit-mcq', {
          token,
          json: { uid, examID: examId, answers: [{ qid: qid(0), answer }] },
        });
      await plain('OptionTwo');
      api.clock.now += MINUTE;
      await hall.does({ kind: 'reopen', to: { row: id }, minutes: 10, reason: 'Pressed it' });
      api.clock.now += MINUTE;
      const again = await plain('OptionOne');
      expect(again).toMatchObject({ status: 200, body: { score: [{ TotalScore: 1 }, {}] } });
      expect(await hall.row(id)).toMatchObject({ state: 'submitted', held: 0 });
    });

    it('[AT19] is not undone by a phone that sends its earlier submission again', async () => {
      const { id, phone, qid } = await hall.seated();
      const answers = [{ qid: qid(0), answer: 'OptionOne' }];
      const events = [phone.event(1, 'submitted')];
      await phone.submit(1, answers, { events });
      api.clock.now += MINUTE;
      await hall.does({ kind: 'reopen', to: { row: id }, minutes: 10, reason: 'Pressed it' });
      expect(await phone.submit(1, answers, { events })).toMatchObject({
        status: 409,
        body: { code: 'already-submitted' },
      });
      expect(await hall.row(id)).toMatchObject({ state: 'open' });
    });

    it('[AT19] makes the server refuse nothing done after it, however late that arrives', async () => {
      const { id, phone, qid } = await hall.seated();
      await phone.submit(1, [], { events: [phone.event(1, 'submitted')] });
      await hall.does({ kind: 'reopen', to: { row: id }, minutes: 10, reason: 'Pressed it' });
      await phone.open();
      api.clock.now += 5 * MINUTE;
      const event = phone.event(2, 'answered', qid(1), 'OptionOne');
      api.clock.now = START + 90 * MINUTE;
      expect(await closeOverdue(api.deps)).toBeGreaterThan(0);
      await phone.push([event], { words: [phone.firstBeacon(), await phone.hear(2)] });
      const { sittingId } = phone.opened;
      const log = (await readWhole(api.deps.db, { sittingId }))?.log;
      expect(log?.map(({ seq, refusal }) => [seq, refusal])).toEqual([
        [1, null],
        [2, null],
      ]);
    });
  });

  describe('agreed accommodations', () => {
    const agree = (uid: string, hallOf: object) =>
      api.request(`exams/${examId}/participants/${uid}`, {
        method: 'PUT',
        token: api.adminToken,
        json: { room: '', extraPercent: 0, largerText: false, reader: false, note: '', ...hallOf },
      });

    it('[decision 45] apply by themselves at the start, and at once to those already sitting', async () => {
      const person = await hall.candidate();
      const agreed = { room: 'Hall C', extraPercent: 25, largerText: true, reader: true };
      expect((await agree(person.uid, { ...agreed, note: 'Left-handed desk' })).status).toBe(200);
      expect(await hall.row(person.id)).toMatchObject({ ...agreed, note: 'Left-handed desk' });
      const phone = await deviceOf(api, person, examId);
      await phone.open();
      expect(phone.opened).toMatchObject({ deadline: minutesIn(75), largerText: true });
      await agree(person.uid, { ...agreed, extraPercent: 50 });
      expect((await standing(phone)).deadline).toBe(minutesIn(90));
      expect((await agree(person.uid, { extraPercent: 300 })).status).toBe(422);
      expect((await agree(hall.proctor.uid, {})).status).toBe(404);
      const { body } = await api.request('activity?action=enrolment.accommodated', {
        token: api.adminToken,
      });
      expect(JSON.stringify(body)).not.toContain('Left-handed');
    });

    it('[decision 45] can’t be overwritten by somebody who saw an older version', async () => {
      const { uid, id } = await hall.candidate('Hall A');
      const none = { room: 'Hall A', extraPercent: 0, largerText: false, reader: false, note: '' };
      const agreed = { ...none, extraPercent: 33, reader: true, note: 'Left-handed desk' };
      expect((await agree(uid, { ...agreed, seen: none })).status).toBe(200);
      expect(await agree(uid, { ...none, room: 'Hall B', seen: none })).toMatchObject({
        status: 409,
        body: { code: 'changed-meanwhile' },
      });
      expect(await hall.row(id)).toMatchObject(agreed);
      expect((await agree(uid, { ...agreed, room: 'Hall B', seen: agreed })).status).toBe(200);
      expect(await hall.row(id)).toMatchObject({ ...agreed, room: 'Hall B' });
    });

    it('[decision 45] can put many candidates into a room, all or none, with the reason in the log', async () => {
      const people = await Promise.all([1, 2, 3].map(() => hall.candidate('Hall A')));
      const stranger = await api.makeCandidate();
      const uids = people.map(({ uid }) => uid);
      const seat = (of: string[], token = api.adminToken) =>
        api.request(`exams/${examId}/participants/room`, {
          token,
          json: { uids: of, room: 'Hall  B ', reason: 'A flood in A' },
        });
      const rooms = async () => (await hall.board()).map(({ room }) => room);
      expect((await seat([...uids, stranger.uid])).status).toBe(404);
      expect((await seat(uids, hall.proctor.token)).status).toBe(403);
      expect((await seat(Array.from({ length: 1_001 }, (_, n) => `X${n}`))).status).toBe(422);
      expect(await rooms()).toEqual(['Hall A', 'Hall A', 'Hall A']);
      expect((await seat([...uids, uids[0]?.toLowerCase() ?? ''])).body).toEqual({ changed: 3 });
      expect((await seat(uids)).body).toEqual({ changed: 0 });
      expect(await rooms()).toEqual(['Hall B', 'Hall B', 'Hall B']);
      const { body } = await api.request(`activity?search=${uids[0]}`, { token: api.adminToken });
      expect(JSON.stringify(body)).toContain('A flood in A');
    });

    it('are printed for the doors: room by room, those without a room last, unpaid candidates left out', async () => {
      const [inB, nowhere, inA] = [
        await hall.candidate('Hall B'),
        await hall.candidate(''),
        await hall.candidate('Hall A'),
      ];
      await api.makeCandidate({ examId, status: 'Registered' });
      await agree(inA.uid, { room: 'Hall A', extraPercent: 50, reader: true, note: 'Ramp' });
      const list = await api.fetch(`exams/by-exam/${examId}/rooms`, { token: api.adminToken });
      const { Rooms = {} } = read(await list.arrayBuffer()).Sheets;
      const rows = utils.sheet_to_json<Record<string, string>>(Rooms);
      expect(rows.map(({ Room, UID }) => [Room ?? '', UID])).toEqual([
        ['Hall A', inA.uid],
        ['Hall B', inB.uid],
        ['', nowhere.uid],
      ]);
      expect(rows[0]).toMatchObject({ 'Extra time %': '50', Reader: 'Yes', Note: 'Ramp' });
    });
  });

  describe('another phone', () => {
    it('continues the sitting of an exam that requires approval once a proctor has allowed it', async () => {
      const { exams } = await import('#db/schema/exams.ts');
      await api.deps.db.orm.update(exams).set({ anotherDevice: 'approval' });
      const person = await hall.seated();
      const second = await deviceOf(api, person, examId, 'phone-2');
      expect(await second.open()).toMatchObject({ status: 409, body: { code: 'open-elsewhere' } });
      const asked = await second.open({ takeOver: true });
      expect(asked).toMatchObject({ status: 409, body: { code: 'device-not-allowed' } });
      expect(asked.headers.get('retry-after')).toBe('5');
      expect(await hall.row(person.id)).toMatchObject({ wantedDevice: 'phone-2', moved: 0 });
      // An approval for a different phone doesn't count for this one.
      const allow = { kind: 'allow-device', to: { row: person.id } } as const;
      expect(await hall.does({ ...allow, wanted: 'phone-3' })).toMatchObject({ outcome: 'done' });
      expect(await hall.row(person.id)).toMatchObject({ wantedDevice: 'phone-2', moved: 0 });
      expect((await second.open({ takeOver: true })).status).toBe(409);
      // An older version of the proctor's app doesn't name the phone, so it means the one that asks.
      expect(await hall.does(allow)).toMatchObject({ outcome: 'done' });
      expect((await second.open({ takeOver: true })).status).toBe(200);
      expect(await hall.row(person.id)).toMatchObject({ wantedDevice: null, moved: 1 });
      // The approval was for one time: the first phone would have to ask again.
      expect((await person.phone.open({ takeOver: true })).body).toMatchObject({
        code: 'device-not-allowed',
      });
      await api.deps.db.orm.update(exams).set({ anotherDevice: 'self' });
    });

    /** A candidate's phone in a sitting, with an app that proves the phone's name, and a second session of the candidate. */
    const proven = async (secret: string) => {
      const person = await hall.candidate();
      const own = { deviceId: await phoneName(secret), proof: secret };
      const phone = await deviceOf(api, person, examId, own);
      expect((await phone.open()).status).toBe(200);
      const signedInAgain = { ...person, token: await api.signInAs(person.uid) };
      const qid = phone.opened.questions[0]?.qid ?? '';
      return { person, own, phone, signedInAgain, qid };
    };

    it('[AT22] that uses the first phone’s name without proving it gets nothing and can send nothing', async () => {
      const { exams } = await import('#db/schema/exams.ts');
      await api.deps.db.orm.update(exams).set({ anotherDevice: 'approval' });
      const { person, own, phone, signedInAgain, qid } = await proven('of the first phone');
      // Pretending to be an older app, which had no proof to give, doesn't help either.
      for (const [protocol, proof] of [
        [4, {}],
        [3, {}],
        [1, {}],
        [4, { proof: 'a guess' }],
        [4, { proof: own.deviceId }],
      ] as const) {
        const named = { deviceId: own.deviceId, ...proof };
        const other = await deviceOf(api, signedInAgain, examId, named, protocol);
        other.opened = phone.opened;
        const events = [other.event(1, 'answered', qid, 'OptionOne')];
        const answers = [{ qid, answer: 'OptionOne' }];
        const ready = { deviceId: own.deviceId, ...proof, hash: 'any' };
        for (const { status, body } of [
          await other.open(),
          await other.open({ takeOver: true }),
          await other.push(events),
          await other.submit(2, answers, { events: [...events, other.event(2, 'submitted')] }),
          await api.request(`exams/${examId}/readiness`, {
            token: signedInAgain.token,
            json: ready,
          }),
        ]) {
          expect(status).toBe(403);
          expect(body).toMatchObject({ code: 'forbidden', retry: 'never' });
          expect(JSON.stringify(body)).not.toMatch(/deviceKey|extraKey|questions/);
        }
      }
      expect(await hall.row(person.id)).toMatchObject({ state: 'open', answered: 0, moved: 0 });
      // Under its own name, it counts as another phone.
      const second = { deviceId: await phoneName('of the second'), proof: 'of the second' };
      const honest = await deviceOf(api, signedInAgain, examId, second);
      expect((await honest.open({ takeOver: true })).body).toMatchObject({
        code: 'device-not-allowed',
      });
      expect(await hall.row(person.id)).toMatchObject({ wantedDevice: second.deviceId });
      await api.deps.db.orm.update(exams).set({ anotherDevice: 'self' });
    });

    it('[AT22] is not assumed when the same phone comes after a new sign-in, a hand-over, or with an older app', async () => {
      const { exams } = await import('#db/schema/exams.ts');
      await api.deps.db.orm.update(exams).set({ anotherDevice: 'approval' });
      const { person, own, phone, signedInAgain, qid } = await proven(
        'of a phone that signs in twice',
      );
      const again = await deviceOf(api, signedInAgain, examId, own);
      expect((await again.open()).body).toMatchObject({
        epoch: 1,
        deviceKey: phone.opened.deviceKey,
      });
      const events = [again.event(1, 'answered', qid, 'OptionOne')];
      expect((await again.push(events)).body).toMatchObject({ acked: 1 });
      // Whoever carries the hand-over has no proof; the device's key seals it.
      const carried = [again.event(2, 'cleared', qid), again.event(3, 'submitted')];
      const body = await handOver(again, carried, { answers: [] });
      const headers = { 'content-type': 'application/octet-stream' };
      const { token } = hall.proctor;
      const taken = await api.request('sync/handover', { token, body, headers });
      expect(taken).toMatchObject({ status: 200 });
      expect((await again.push([])).body).toMatchObject({ acked: 3, state: 'submitted' });

      const older = await hall.candidate();
      const former = await deviceOf(api, older, examId, 'AnOlderPhoneName', 3);
      await former.open();
      const signedIn = { ...older, token: await api.signInAs(older.uid) };
      const goesOn = await deviceOf(api, signedIn, examId, 'AnOlderPhoneName', 3);
      expect((await goesOn.open()).status).toBe(200);
      const act = goesOn.event(1, 'answered', qid, 'OptionOne');
      expect((await goesOn.push([act])).body).toMatchObject({ acked: 1 });
      expect(await hall.row(person.id)).toMatchObject({ state: 'submitted', moved: 0 });
      await api.deps.db.orm.update(exams).set({ anotherDevice: 'self' });
    });

    it('[decision 45] gets no further without naming itself where a proctor must allow it', async () => {
      const { exams } = await import('#db/schema/exams.ts');
      await api.deps.db.orm.update(exams).set({ anotherDevice: 'approval' });
      const { id, uid, token, phone, qid } = await hall.seated();
      const answers = [{ qid: qid(0), answer: 'OptionOne' }];
      const paper = () => api.request('questions?type=', { token });
      const submit = () =>
        api.request('exams/submit-mcq', { token, json: { uid, examID: examId, answers } });
      for (const ask of [paper, submit])
        expect(await ask()).toMatchObject({ status: 409, body: { code: 'device-not-allowed' } });
      expect(await hall.row(id)).toMatchObject({ state: 'open' });
      const events = [phone.event(1, 'submitted')];
      expect((await phone.submit(1, answers, { events })).body).toMatchObject({ received: true });
      const other = await hall.candidate();
      expect((await api.request('questions?type=', { token: other.token })).status).toBe(200);
      await api.deps.db.orm.update(exams).set({ anotherDevice: 'self' });
      const free = await hall.seated();
      expect((await api.request('questions?type=', { token: free.token })).status).toBe(200);
    });
  });
});
