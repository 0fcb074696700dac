// A sealed paper on a phone, from the waiting room on: the app's own code with its own storage, against the real API.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { giveUpOpened } from '#api/services/papers/draw-prepared.ts';
import { exams } from '#db/schema/exams.ts';
import { enrolments } from '#db/schema/people.ts';
import { answersOf, readPaper } from '#web/exam/local-db/read-sitting.ts';
import { readComingPaper } from '#web/exam/local-db/sealed-paper.ts';
import { packForHandOver } from '#web/exam/sync/hand-over.ts';
import { migratedPostgresUrl } from '../support/test-database.ts';
import type { BootedApp } from './booted-app.ts';
import { DURATION_MINUTES, type Hall, openHall } from './hall.ts';
import { type Candidate, Phone } from './phone.ts';

const MINUTE = 60_000;

describe.each(['together', 'own'] as const)('a sealed paper (exam start: %s)', (start) => {
  let hall: Hall;
  let opens: number;
  let candidate: Candidate;
  let isOnline: boolean;
  let asked: string[];
  /** Requests to addresses that contain one of these don't get through. */
  let cut: readonly string[];
  let losesAnswers: boolean;

  beforeAll(async () => {
    opens = Date.now() + 10 * MINUTE;
    hall = await openHall(await migratedPostgresUrl(), { start, startsAt: opens });
  });
  afterAll(() => hall.api.close());
  beforeEach(async () => {
    hall.api.clock.now = opens - 10 * MINUTE;
    candidate = await hall.newCandidate();
    isOnline = true;
    cut = [];
    losesAnswers = false;
    asked = [];
  });

  const newPhone = () => {
    const phone = new Phone(
      candidate,
      async (url, init) => {
        asked.push(`${init.method} ${url.replace(/^.*v1\//, '').replace(candidate.examId, 'x')}`);
        if (!isOnline || cut.some((part) => url.includes(part)))
          throw new TypeError('Failed to fetch');
        const answer = await hall.send(url, init);
        if (losesAnswers) throw new TypeError('Failed to fetch');
        return answer;
      },
      () => hall.api.clock.now,
    );
    onTestFinished(() => phone.off());
    return phone;
  };
  const placeOf = (app: BootedApp) => app.sitting?.getSnapshot().value;
  const questionsOn = async (phone: Phone) =>
    (await readPaper(phone.deps.db, (await phone.row()).sittingId))?.questions ?? [];
  const tick = async (app: BootedApp) => {
    app.sitting?.send({ type: 'TICK', now: hall.api.clock.now });
    await app.settle();
  };
  const bootAt = async (phone: Phone): Promise<BootedApp> => {
    const app = phone.boot('the exam’s page');
    await app.settle();
    return app;
  };
  const answerFirst = async (phone: Phone, app: BootedApp) => {
    const [first] = await questionsOn(phone);
    const act = { type: 'answered', qid: first?.qid ?? '', answer: 'OptionOne' } as const;
    app.sitting?.send({ type: 'ACT', act });
    await app.settle();
  };

  /** Begins a sitting by a code without a network, answers the first question, and lets the time run out. */
  const submittedByTimer = async () => {
    const phone = newPhone();
    await phone.fetchPaper();
    const app = await bootAt(phone);
    isOnline = false;
    hall.api.clock.now = opens;
    await tick(app);
    app.sitting?.send({ type: 'START_CODE', code: await hall.code() });
    await app.settle();
    await answerFirst(phone, app);
    hall.api.clock.now = opens + DURATION_MINUTES * MINUTE;
    await tick(app);
    return { phone, app };
  };

  it('is fetched and verified once, and not fetched again while it is there [AT16]', async () => {
    const phone = newPhone();
    await phone.fetchPaper();
    const held = await phone.heldPaper();
    expect(asked).toEqual([
      'POST exams/x/readiness',
      'GET exams/x/sealed-paper',
      'POST exams/x/readiness',
    ]);
    expect(held?.codes.wraps).toHaveLength(1);
    await phone.fetchPaper();
    expect(asked).toHaveLength(4);
    expect(await phone.heldPaper()).toMatchObject({ hash: held?.hash, epoch: held?.epoch });
  });

  it('is fetched from where the network broke off, and thrown away if its hash differs [AT16]', async () => {
    const phone = newPhone();
    cut = ['sealed-paper'];
    await expect(phone.fetchPaper()).rejects.toThrow();
    const { uid, examId } = candidate;
    const coming = await readComingPaper(phone.deps.db, uid, examId);
    expect(coming?.bytes).toBeGreaterThan(200);
    cut = [];
    const spoilt = new Uint8Array(100).fill(1).buffer;
    await phone.deps.db.facts.update(`paper-coming-${uid}-${examId}`, {
      value: { ...coming, here: spoilt },
    });
    await expect(phone.fetchPaper()).rejects.toThrow();
    expect(await phone.heldPaper()).toBeNull();
    await phone.fetchPaper();
    expect((await phone.heldPaper())?.sealed.byteLength).toBe(coming?.bytes);
  });

  it('begins by a code when the network goes before the start, and reaches the server later [AT17] [AT18]', async () => {
    const phone = newPhone();
    await phone.fetchPaper();
    isOnline = false;
    const app = await bootAt(phone);
    await phone.kill();
    isOnline = true;
    const again = await bootAt(phone);
    expect(placeOf(again)).toBe('countdown');
    expect(placeOf(app)).not.toBe('timed');
    isOnline = false;
    hall.api.clock.now = opens;
    await tick(again);
    expect(placeOf(again)).toEqual({ open: 'failed' });
    const code = await hall.code();
    const wrong = `${code.slice(0, 9)}`;
    again.sitting?.send({ type: 'START_CODE', code: wrong });
    await again.settle();
    expect(placeOf(again)).toEqual({ open: 'failed' });
    expect(again.sitting?.getSnapshot().context.codeFailures).toBe(1);
    hall.pass(6_000);
    await tick(again);
    again.sitting?.send({ type: 'START_CODE', code });
    await again.settle();
    expect(placeOf(again)).toEqual({ timed: 'writing' });
    expect(await questionsOn(phone)).toHaveLength(4);
    expect(await phone.heldPaper()).toBeNull();
    await answerFirst(phone, again);
    // Only the phone knows of the sitting so far, and a dead battery loses nothing of it.
    expect(await hall.whole(candidate)).toBeNull();
    await phone.kill();
    hall.pass(DURATION_MINUTES * MINUTE - 10 * MINUTE);
    const later = await bootAt(phone);
    expect(placeOf(later)).toEqual({ timed: 'writing' });
    isOnline = true;
    later.wake();
    await later.settle();
    expect((await phone.outbox()).length).toBe(0);
    const row = await phone.row();
    // The time runs from the exam's start, or from when the code was told. Here the two coincide.
    expect(row.deadline).toBe(opens + DURATION_MINUTES * MINUTE);
    later.sitting?.send({ type: 'SUBMIT' });
    await later.settle();
    expect((await phone.row()).score).toEqual([{ TotalScore: 3 }, { Sync: 3 }]);
  });

  it('is opened by the server, not declared over, when more extra time was agreed than the phone has heard of [AT17]', async () => {
    const phone = newPhone();
    await phone.fetchPaper();
    await hall.api.deps.db.orm
      .update(enrolments)
      .set({ extraPercent: 50 })
      .where(eq(enrolments.uid, candidate.uid));
    hall.api.clock.now = opens + (DURATION_MINUTES + 5) * MINUTE;
    const app = await bootAt(phone);
    app.sitting?.send({ type: 'START' });
    await app.settle();
    expect(placeOf(app)).toEqual({ timed: 'writing' });
    expect((await phone.row()).deadline).toBe((await hall.whole(candidate))?.deadline);
  });

  it('is submitted by the timer when no network ever comes, and counts completely afterwards [AT17]', async () => {
    const { phone, app } = await submittedByTimer();
    expect(placeOf(app)).toBe('submitted');
    hall.pass(20 * MINUTE);
    isOnline = true;
    app.wake();
    await app.settle();
    expect(placeOf(app)).toBe('done');
    expect((await phone.row()).score).toEqual([{ TotalScore: 3 }, { Sync: 3 }]);
    expect((await hall.whole(candidate))?.submissions).toHaveLength(1);
  });

  it('counts automatically, and marked, when a proctor takes it in after the transit allowance [AT15]', async () => {
    const { phone } = await submittedByTimer();
    hall.pass(15 * MINUTE);
    const { db, clock } = phone.deps;
    const body = await packForHandOver(db, (await phone.row()).sittingId, clock);
    if (!body) throw new Error('nothing to hand over');
    // The proctor takes it in a minute later, and has a network only hours after that.
    const takenAt = new Date(hall.api.clock.now + MINUTE).toISOString();
    hall.pass(3 * 60 * MINUTE);
    const token = hall.api.adminToken;
    const path = `sync/handover?takenAt=${takenAt}`;
    expect(await hall.api.request(path, { token, body })).toMatchObject({
      body: { submitted: true },
    });
    const { uid } = candidate;
    expect((await hall.api.request(`exams/getresult/${uid}`, { token })).body).toMatchObject([
      { score: [{ TotalScore: 3 }, { Sync: 3 }] },
    ]);
    const [late] = await hall.api.deps.db.rows(
      `select s.held_events as held, (r.late_work->>'after')::int as after
       from sittings s join results r on r.sitting_id = s.id where s.uid = $1`,
      [uid],
    );
    expect(late).toEqual({ held: 0, after: 16 });
  });

  it('counts time as the server does when the code is told long after the start [AT18]', async () => {
    const [who] = await hall.newSealed(start, 1);
    if (!who) throw new Error('nobody was enrolled');
    candidate = who;
    const starts = hall.api.clock.now + 5 * MINUTE;
    const phone = newPhone();
    await phone.fetchPaper();
    const app = await bootAt(phone);
    expect(placeOf(app)).toBe('countdown');
    isOnline = false;
    hall.api.clock.now = starts + 10 * MINUTE;
    const code = await hall.tellCode(who.examId);
    await tick(app);
    app.sitting?.send({ type: 'START_CODE', code: code ?? '' });
    await app.settle();
    const since = start === 'together' ? starts : starts + 10 * MINUTE;
    expect((await phone.row()).deadline).toBe(since + DURATION_MINUTES * MINUTE);
    await answerFirst(phone, app);
    hall.api.clock.now = since + DURATION_MINUTES * MINUTE;
    await tick(app);
    hall.pass(20 * MINUTE);
    isOnline = true;
    app.wake();
    await app.settle();
    expect((await phone.row()).score).toEqual([{ TotalScore: 3 }, { Sync: 3 }]);
    const whole = await hall.whole(candidate);
    expect(whole?.deadline).toBe(since + DURATION_MINUTES * MINUTE);
    const { rows } = hall.api.deps.db;
    expect(
      await rows('select held_events as held from sittings where id = $1', [whole?.id ?? '']),
    ).toEqual([{ held: 0 }]);
  });

  it('starts by the start and duration heard last, whether from the exam’s page or with the paper [AT17]', async () => {
    const [who] = await hall.newSealed(start, 1);
    if (!who) throw new Error('nobody was enrolled');
    candidate = who;
    const { examId } = who;
    const change = (startsAt: number, durationMinutes: number) =>
      hall.api.deps.db.orm
        .update(exams)
        .set({ startsAt: new Date(startsAt), durationMinutes })
        .where(eq(exams.id, examId));
    const first = hall.api.clock.now + 5 * MINUTE;
    const phone = newPhone();
    await phone.fetchPaper();
    await change(first + 10 * MINUTE, 70);
    // The network goes after the exam's page has arrived and before the paper, or even the time, does.
    cut = ['readiness', 'sync/time'];
    const app = await bootAt(phone);
    expect(app.sitting?.getSnapshot().context.startDate).toBe(first + 10 * MINUTE);
    await phone.kill();
    const told = { startsAt: first + 20 * MINUTE, durationMinutes: 80 };
    if (start === 'together') {
      // The other way round: the later start arrives with the paper.
      cut = [];
      await change(told.startsAt, told.durationMinutes);
      await phone.fetchPaper();
    }
    const [begins, minutes] =
      start === 'together' ? [told.startsAt, told.durationMinutes] : [first + 10 * MINUTE, 70];
    isOnline = false;
    const again = await bootAt(phone);
    hall.api.clock.now = begins;
    const code = await hall.tellCode(examId);
    await tick(again);
    again.sitting?.send({ type: 'START_CODE', code: code ?? '' });
    await again.settle();
    expect((await phone.row()).deadline).toBe(begins + minutes * MINUTE);
  });

  it('counts down to a start that is moved while its candidate waits, and waits on when the server says “not yet” [AT3]', async () => {
    const [who] = await hall.newSealed(start, 1);
    if (!who) throw new Error('nobody was enrolled');
    candidate = who;
    const change = (startsAt: number) =>
      hall.api.deps.db.orm
        .update(exams)
        .set({ startsAt: new Date(startsAt) })
        .where(eq(exams.id, who.examId));
    const phone = newPhone();
    const app = await bootAt(phone);
    const told = () => app.sitting?.getSnapshot().context.startDate;
    const first = told() ?? 0;
    // The phone learns of this start with the paper.
    await change(first - 3 * MINUTE);
    await phone.fetchPaper();
    await app.settle();
    expect(told()).toBe(first - 3 * MINUTE);
    // The phone doesn't learn of this start. It asks at the start that it knows, and then waits for the new one.
    await change(first + 10 * MINUTE);
    hall.api.clock.now = first - 3 * MINUTE;
    await tick(app);
    expect(placeOf(app)).toBe('countdown');
    expect(told()).toBe(first + 10 * MINUTE);
    hall.api.clock.now = first + 10 * MINUTE;
    await tick(app);
    expect(placeOf(app)).toEqual({ timed: 'writing' });
  });

  it('that could be read counts from its own start, though the phone has heard of a later one [AT16]', async () => {
    const [who] = await hall.newSealed(start, 1);
    if (!who) throw new Error('nobody was enrolled');
    candidate = who;
    const { examId } = who;
    const first = hall.api.clock.now + 5 * MINUTE;
    const phone = newPhone();
    await phone.fetchPaper();
    hall.api.clock.now = first + MINUTE;
    const code = await hall.tellCode(examId);
    const startsAt = new Date(first + 30 * MINUTE);
    await hall.api.deps.db.transaction(async (tx) => {
      await giveUpOpened(tx, examId);
      await tx.update(exams).set({ startsAt, keyVersion: 2 }).where(eq(exams.id, examId));
    });
    // The phone hears of the new start on the exam's page, but not of the new paper.
    cut = ['readiness'];
    const app = await bootAt(phone);
    expect(app.sitting?.getSnapshot().context.startDate).toBe(first + 30 * MINUTE);
    isOnline = false;
    hall.api.clock.now = first + 30 * MINUTE;
    await tick(app);
    app.sitting?.send({ type: 'START_CODE', code: code ?? '' });
    await app.settle();
    const { deadline } = await phone.row();
    // In an `own` exam the phone's timer runs from the entry of the code until the server corrects it [AT18].
    if (start === 'together') expect(deadline).toBe(first + DURATION_MINUTES * MINUTE);
    await answerFirst(phone, app);
    hall.api.clock.now = deadline;
    await tick(app);
    hall.pass(20 * MINUTE);
    isOnline = true;
    app.wake();
    await app.settle();
    const whole = await hall.whole(candidate);
    const since = start === 'together' ? first : first + MINUTE;
    expect(whole?.deadline).toBe(since + DURATION_MINUTES * MINUTE);
    if (start === 'together')
      expect((await phone.row()).score).toEqual([{ TotalScore: 3 }, { Sync: 3 }]);
  });

  it(
    start === 'together'
      ? 'opens by one small answer, and the first question shows without any other request [AT17]'
      : 'opens by the answer that starts the clock, which brings no question with it [AT17]',
    async () => {
      const phone = newPhone();
      await phone.fetchPaper();
      const app = await bootAt(phone);
      hall.api.clock.now = opens;
      asked = [];
      cut = start === 'together' ? ['sync/push'] : [];
      await tick(app);
      expect(placeOf(app)).toEqual({ timed: 'writing' });
      expect(asked.filter((request) => !request.includes('sync/'))).toEqual([
        start === 'together' ? 'GET exams/x/key' : 'POST exams/x/sitting',
      ]);
      expect(await questionsOn(phone)).toHaveLength(4);
      expect(await answersOf(phone.deps.db, (await phone.row()).sittingId)).toEqual([]);
      cut = [];
      await answerFirst(phone, app);
      app.wake();
      await app.settle();
      expect(await hall.whole(candidate)).toMatchObject({ started: opens });
    },
  );

  it('is asked for once more, silently, when the phone’s clock is a moment ahead of the server’s', async () => {
    const phone = newPhone();
    await phone.fetchPaper();
    hall.api.clock.now = opens - 900;
    const opening = phone.open(false);
    await expect.poll(() => asked.at(-1)).toMatch(/key|sitting/);
    hall.api.clock.now = opens;
    await opening;
    expect(await questionsOn(phone)).toHaveLength(4);
  });

  it('is asked for again after a reload when the answer to its opening was lost, since its time may be running [rule 6]', async () => {
    const phone = newPhone();
    hall.api.clock.now = opens + MINUTE;
    const first = await bootAt(phone);
    losesAnswers = true;
    first.sitting?.send({ type: 'START' });
    await first.settle();
    expect(placeOf(first)).toEqual({ open: 'failed' });
    await phone.kill();
    losesAnswers = false;
    hall.api.clock.now += 5 * MINUTE;
    expect(placeOf(await bootAt(phone))).toEqual({ timed: 'writing' });
    const since = start === 'together' ? opens : opens + MINUTE;
    expect((await phone.row()).deadline).toBe(since + DURATION_MINUTES * MINUTE);
  });

  it('is not asked for automatically when Start was pressed hours ago', async () => {
    const phone = newPhone();
    hall.api.clock.now = opens + MINUTE;
    const first = await bootAt(phone);
    isOnline = false;
    first.sitting?.send({ type: 'START' });
    await first.settle();
    await phone.kill();
    isOnline = true;
    hall.api.clock.now += 200 * MINUTE;
    expect(placeOf(await bootAt(phone))).toEqual({ open: 'ready' });
  });

  it('is opened whole by the network on a phone that comes late or whose copy is damaged', async () => {
    const late = newPhone();
    hall.api.clock.now = opens + MINUTE;
    await late.open(false);
    expect(await questionsOn(late)).toHaveLength(4);
    candidate = await hall.newCandidate();
    hall.api.clock.now = opens - MINUTE;
    const spoilt = newPhone();
    await spoilt.fetchPaper();
    const held = await spoilt.heldPaper();
    await spoilt.deps.db.facts.update(`paper-${candidate.uid}-${candidate.examId}`, {
      value: { ...held, sealed: new Uint8Array(300).buffer },
    });
    hall.api.clock.now = opens + MINUTE;
    await spoilt.open(false);
    expect(await questionsOn(spoilt)).toHaveLength(4);
  });
});
