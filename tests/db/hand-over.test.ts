import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeOverdue } from '#api/services/sittings/close-overdue.ts';
import { arrive, type JudgedEvent } from '#api/services/sittings/judge-events.ts';
import { timesOf } from '#api/services/sittings/settle.ts';
import { TRANSIT_ALLOWANCE_MS } from '#machines/sitting/deadline.ts';
import { project } from '#machines/sitting/rules.ts';
import { toReadOut } from '#seals/code-to-read-out.ts';
import { toCodes } from '#seals/hand-over-codes.ts';
import { type Answer, START, startApi, type TestApi } from '../support/api.ts';
import { deviceOf, sittingOf, type TestDevice } from '../support/device.ts';
import { answerText, handOver } from '../support/hand-over.ts';
import type { TestCandidate } from '../support/people.ts';
import { migratedPostgresUrl } from '../support/test-database.ts';

const MINUTE = 60_000;

describe('an act that a proctor had earlier than the log says', () => {
  const act: JudgedEvent & { qid: string; answer: string } = {
    seq: 1,
    epoch: 1,
    type: 'answered',
    qid: 'q1',
    answer: 'OptionOne',
    at: 1,
    elapsed: 1,
    refusal: null,
  };
  const timesAfter = (brought: Partial<JudgedEvent>) => {
    const stored = { ...act, receivedAt: 9 };
    const log = [
      { ...stored, deviceId: 'phone-1' },
      { ...stored, deviceId: 'phone-2', answer: 'OptionFour' },
    ];
    const after = arrive(log, 'phone-1', [{ ...act, ...brought }], 5);
    return after.log.map(({ receivedAt }) => receivedAt);
  };

  it('counts from then, for that phone only [AT15]', () => {
    expect(timesAfter({})).toEqual([5, 9]);
  });

  it.each<Partial<JudgedEvent>>([
    { epoch: 2 },
    { type: 'cleared' },
    { qid: 'q2' },
    { answer: 'OptionTwo' },
    { at: 2 },
    { elapsed: 2 },
  ])('gives its time to no other act with the same number: %o [AT15]', (other) => {
    expect(timesAfter(other)).toEqual([9, 9]);
  });
});

describe('a hand-over', () => {
  let api: TestApi;
  let examId: string;
  let proctor: { uid: string; token: string };
  let candidate: TestCandidate;
  let phone: TestDevice;

  beforeAll(async () => {
    api = await startApi({ databaseUrl: await migratedPostgresUrl() });
    await api.makeQuestions('Handed', 6);
    proctor = await api.makeStaff('proctor');
  });
  afterAll(() => api.close());

  const sit = async () => {
    api.clock.now = START;
    candidate = await api.makeCandidate({ examId, status: 'Fees Paid' });
    phone = await deviceOf(api, candidate, examId);
    await phone.open();
  };
  beforeEach(async () => {
    api.clock.now = START;
    examId = await api.makeExam({
      sections: [{ fieldType: 'Handed', fieldCount: 6 }],
    });
    await api.deps.db.rows('insert into proctor_exams (uid, exam_id) values ($1, $2)', [
      proctor.uid,
      examId,
    ]);
    await sit();
  });

  const qid = (index: number) => phone.opened.questions[index]?.qid ?? '';
  const file = (body: Uint8Array<ArrayBuffer>, takenAt?: number, token = proctor.token) =>
    api.request(
      `sync/handover${takenAt === undefined ? '' : `?takenAt=${new Date(takenAt).toISOString()}`}`,
      { token, body, headers: { 'content-type': 'application/octet-stream' } },
    );
  const text = (given: string, takenAt?: number) =>
    api.request('sync/handover', {
      token: proctor.token,
      json: { text: given, ...(takenAt && { takenAt: new Date(takenAt).toISOString() }) },
    });
  const score = async () =>
    (await api.request(`exams/getresult/${candidate.uid}`, { token: api.adminToken })).body;
  /** The sitting as the server has it, and since when it has each part. */
  const state = async () => {
    const sitting = await sittingOf(api, phone);
    const { answers, held } = project(sitting.log, sitting.submissions, timesOf(sitting));
    return {
      state: sitting.state,
      answers: Object.fromEntries(
        [...answers]
          .map(([question, answer]) => [
            phone.opened.questions.findIndex((one) => one.qid === question),
            answer,
          ])
          .sort(),
      ),
      held,
      log: sitting.log.map(({ seq, receivedAt, refusal }) => [seq, receivedAt, refusal]).sort(),
      submissions: sitting.submissions.map(({ seq, receivedAt, final }) => [
        seq,
        receivedAt,
        final,
      ]),
      hasReceipt: sitting.receipt !== null,
      score: await score(),
    };
  };

  /** Three answers and a submission near the end, done without a network. */
  const work = () => {
    const times = [1, 5, 20, 50];
    const events = [
      phone.event(1, 'started'),
      ...times
        .slice(1)
        .map((_, index) =>
          phone.event(index + 2, 'answered', qid(index), index === 2 ? 'OptionTwo' : 'OptionOne'),
        ),
      phone.event(5, 'submitted'),
    ].map((event, index) => ({ ...event, elapsed: (times[index] ?? 59) * MINUTE }));
    const answers = events.flatMap(({ qid: question, answer }) =>
      question ? [{ qid: question, answer: answer as 'OptionOne' | 'OptionTwo' }] : [],
    );
    return { events, answers };
  };

  it('is received, scored and given a receipt, as of when the proctor had it', async () => {
    const { events, answers } = work();
    const package_ = await handOver(phone, events, { answers });
    api.clock.now = START + 3 * 60 * MINUTE;
    await closeOverdue(api.deps);
    const { status, body } = await file(package_, START + 61 * MINUTE);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      sittingId: phone.opened.sittingId,
      acked: 5,
      submitted: true,
      receipt: { sittingId: phone.opened.sittingId, seq: 5 },
    });
    expect(body).toMatchObject({ uid: candidate.uid, fullName: expect.stringMatching(/./) });
    expect(body).not.toHaveProperty('score');
    // The candidate sees the time of the receipt everywhere, whenever the work reached the server.
    const receivedAt = new Date(START + 61 * MINUTE).toISOString();
    expect(body).toMatchObject({ receipt: { receivedAt } });
    const { token } = candidate;
    expect((await api.request('sittings', { token })).body).toMatchObject([
      { closedAt: receivedAt },
    ]);
    expect((await api.request('account', { token })).body).toMatchObject({
      exams: [{ completedAt: receivedAt }],
    });
    expect(await state()).toMatchObject({
      state: 'submitted',
      held: 0,
      answers: { 0: 'OptionOne', 1: 'OptionOne', 2: 'OptionTwo' },
      score: [{ score: [{ TotalScore: 2 }, { Handed: 2 }] }],
    });
  });

  it('awaits a decision like any other late work when the proctor had it too late', async () => {
    const { events, answers } = work();
    const package_ = await handOver(phone, events, { answers });
    api.clock.now = START + 3 * 60 * MINUTE;
    await file(package_, START + 60 * MINUTE + TRANSIT_ALLOWANCE_MS + 1);
    expect(await state()).toMatchObject({ state: 'submitted', answers: {} });
    expect((await state()).held).toBeGreaterThan(0);
  });

  describe('[AT15] that its phone sealed after the transit allowance', () => {
    const own = (minute: number) => ({
      serverTime: new Date(START + minute * MINUTE).toISOString(),
      signature: '',
      elapsed: minute * MINUTE,
      seq: 5,
    });
    /** Sealed and taken in at these minutes, by the candidate's and the proctor's phone, and sent hours later. */
    const brought = async (sealed: number, taken: number, heard = [phone.firstBeacon()]) => {
      const { events, answers } = work();
      const beacons = [...heard, own(sealed)];
      const package_ = await handOver(phone, events, { answers }, { beacons });
      api.clock.now = START + 4 * 60 * MINUTE;
      await closeOverdue(api.deps);
      expect((await file(package_, START + taken * MINUTE)).status).toBe(200);
      return package_;
    };
    const counts = {
      held: 0,
      answers: { 0: 'OptionOne', 1: 'OptionOne', 2: 'OptionTwo' },
      score: [{ lateWork: { after: 76 - 60 }, score: [{ TotalScore: 2 }, { Handed: 2 }] }],
    };

    it('counts automatically and is marked when both phones agree on its time, in any order and however often', async () => {
      const package_ = await brought(75, 76);
      expect(await state()).toMatchObject(counts);
      const before = await state();
      await file(package_, START + 80 * MINUTE);
      await file(package_, START + 76 * MINUTE);
      expect(await state()).toEqual(before);
      // Another proctor's phone took it in first, too late.
      await sit();
      const again = await brought(75, 85);
      expect((await state()).held).toBeGreaterThan(0);
      await file(again, START + 76 * MINUTE);
      expect(await state()).toMatchObject(counts);
    });

    it.each([
      ['it lay about for longer than a submission may be on its way', 75, 78],
      ['it came later than the exam allows', 91, 92],
      ['the proctor’s phone is an hour behind', 75, 16],
      ['the proctor’s phone is an hour ahead', 75, 136],
      ['the candidate’s phone slept, and measured too little', 61, 76],
    ])('awaits a decision when %s', async (_, sealed, taken) => {
      await brought(sealed, taken);
      expect(await state()).toMatchObject({ state: 'submitted', answers: {} });
      expect((await state()).held).toBeGreaterThan(0);
    });

    it('awaits a decision when only the phone itself, by a push, says when it was made', async () => {
      const { events } = work();
      api.clock.now = START + 75 * MINUTE;
      await closeOverdue(api.deps);
      await phone.push(events, { words: [phone.firstBeacon(), own(75)] });
      expect(await state()).toMatchObject({ answers: {}, held: 5 });
    });

    it('counts without a submission, too, by its beacons', async () => {
      const { events } = work();
      const beacons = [phone.firstBeacon(), own(75)];
      const package_ = await handOver(phone, events.slice(0, 4), null, { beacons });
      api.clock.now = START + 4 * 60 * MINUTE;
      await closeOverdue(api.deps);
      await file(package_, START + 76 * MINUTE);
      const { held, answers } = await state();
      expect({ held, answers }).toEqual({ held: 0, answers: counts.answers });
    });

    it('is never counted earlier than its last genuine beacon, whatever the proctor’s phone says', async () => {
      const { events } = work();
      api.clock.now = START + 30 * MINUTE;
      const beacons = [await phone.hear(2), { ...phone.firstBeacon(), signature: 'x'.repeat(43) }];
      api.clock.now = START + 31 * MINUTE;
      await file(await handOver(phone, events.slice(0, 2), null, { beacons }), START + 5 * MINUTE);
      expect((await sittingOf(api, phone)).log.map(({ receivedAt }) => receivedAt - START)).toEqual(
        [1, 2].map(() => 30 * MINUTE),
      );
    });
  });

  it('[AT15] is never counted later than now or earlier than the start', async () => {
    const { events } = work();
    const package_ = await handOver(phone, events.slice(0, 2));
    api.clock.now = START + 10 * MINUTE;
    await file(package_, START + 50 * MINUTE);
    expect((await sittingOf(api, phone)).log.map(({ receivedAt }) => receivedAt)).toEqual(
      [1, 2].map(() => START + 10 * MINUTE),
    );
    await file(package_, START - 50 * MINUTE);
    expect((await sittingOf(api, phone)).log.map(({ receivedAt }) => receivedAt)).toEqual([
      START,
      START,
    ]);
  });

  it('can come as the text of codes, several of them in any order', async () => {
    const { events, answers } = work();
    const codes = toCodes(await handOver(phone, events, { answers }));
    expect(codes).toHaveLength(1);
    expect((await text(`  ${codes[0]}\n`)).body).toMatchObject({ submitted: true, acked: 5 });
    const marks = Array.from({ length: 900 }, (_, index) =>
      phone.event(index + 6, index % 2 === 0 ? 'marked' : 'unmarked', qid(index % 6)),
    ).map((event, index) => ({
      ...event,
      at: event.at + index * 977 + ((index * 7_919) % 997),
      elapsed: index * 1_013 + ((index * index * 104_729) % 1_009),
    }));
    const many = toCodes(await handOver(phone, marks));
    expect(many.length).toBeGreaterThan(1);
    expect((await text(many.toReversed().join('\n'))).body).toMatchObject({ acked: 905 });
    expect((await text(many.slice(1).join('\n'))).body).toMatchObject({
      code: 'handover-refused',
      fields: { reason: 'cut' },
    });
  });

  it('is refused with the reason when altered, cut, foreign or not the proctor’s, and changes nothing', async () => {
    const { events, answers } = work();
    const package_ = await handOver(phone, events, { answers });
    const before = await state();
    const refused = async (answer: Promise<Answer>, reason: string) =>
      expect(await answer).toMatchObject({
        status: 422,
        body: { code: 'handover-refused', retry: 'never', fields: { reason } },
      });
    for (const at of [0, 3, 9, 30, 45, 60, package_.length - 1]) {
      const altered = package_.slice();
      altered[at] = (altered[at] ?? 0) ^ 1;
      expect(await file(altered)).toMatchObject({
        status: 422,
        body: { code: 'handover-refused' },
      });
    }
    const last = package_.slice();
    last[last.length - 1] = (last.at(-1) ?? 0) ^ 1;
    await refused(file(last), 'altered');
    await refused(file(package_.slice(0, -5)), 'cut');
    await refused(file(new Uint8Array()), 'foreign');
    await refused(file(new TextEncoder().encode('%PDF-1.7')), 'foreign');
    await refused(text('https://example.in'), 'foreign');
    const replayed = await handOver(
      { opened: { ...phone.opened, sittingId: 'zzzzzzzzzzzz' }, deviceId: 'phone-1' },
      events,
    );
    await refused(file(replayed), 'altered');
    await refused(file(package_, undefined, (await api.makeStaff('proctor')).token), 'not-yours');
    expect(await state()).toEqual(before);
  });

  it('is refused to a proctor of another room, and accepted from one of its room', async () => {
    const { events } = work();
    const package_ = await handOver(phone, events.slice(0, 2));
    await api.deps.db.rows(`update proctor_exams set rooms = '{B}' where uid = $1`, [proctor.uid]);
    await api.deps.db.rows(`update enrolments set room = 'A' where uid = $1`, [candidate.uid]);
    expect(await file(package_)).toMatchObject({
      status: 422,
      body: { fields: { reason: 'not-yours' } },
    });
    await api.deps.db.rows(`update proctor_exams set rooms = '{A,B}' where uid = $1`, [
      proctor.uid,
    ]);
    expect(await file(package_)).toMatchObject({
      status: 200,
      body: { acked: 2, submitted: false },
    });
  });

  it('from a phone that never had a turn is foreign, whatever its key', async () => {
    const { events } = work();
    const stranger = { opened: { ...phone.opened }, deviceId: 'phone-x' };
    const { deviceKeyOf } = await import('#api/services/sittings/device-key.ts');
    stranger.opened.deviceKey = deviceKeyOf(api.deps, phone.opened.sittingId, 'phone-x');
    expect(await file(await handOver(stranger, events))).toMatchObject({
      status: 422,
      body: { fields: { reason: 'foreign' } },
    });
  });

  it('is logged once, with who took it in', async () => {
    const { events, answers } = work();
    const package_ = await handOver(phone, events, { answers });
    for (let again = 0; again < 3; again += 1) await file(package_, START + 5 * MINUTE);
    const notes = await api.actsOn(phone.opened.sittingId);
    expect(notes.filter(({ action }) => action === 'sitting.handed-over')).toMatchObject([
      { actor: proctor.uid, detail: { events: 5, submission: true, device: 'phone-1' } },
    ]);
    expect(notes.filter(({ action }) => action === 'sitting.submitted')).toMatchObject([
      { detail: { way: 'handover' } },
    ]);
  });

  it('[AT15] gives the same in any order, however often, also beside pushes and the phone’s own submission', async () => {
    type Way = (at: {
      phone: TestDevice;
      events: ReturnType<typeof work>['events'];
    }) => Promise<unknown>;
    const ways: Record<string, Way> = {
      'early half': async ({ events }) =>
        file(await handOver(phone, events.slice(0, 3)), START + 30 * MINUTE),
      everything: async ({ events }) =>
        file(await handOver(phone, events, { answers: work().answers }), START + 60.5 * MINUTE),
      'everything, by another proctor later': async ({ events }) =>
        file(await handOver(phone, events, { answers: work().answers }), START + 70 * MINUTE),
      'a push': ({ events }) => phone.push(events.slice(1, 4)),
      'the submission': ({ events }) =>
        phone.submit(5, work().answers, { events, elapsed: 59 * MINUTE }),
    };
    const names = Object.keys(ways);
    const orders = [
      names,
      names.toReversed(),
      [
        'a push',
        'everything',
        'a push',
        'early half',
        'the submission',
        'everything, by another proctor later',
      ],
      [
        'the submission',
        'everything, by another proctor later',
        'everything',
        'everything',
        'early half',
        'a push',
      ],
      [
        'a push',
        'the submission',
        'early half',
        'everything',
        'everything, by another proctor later',
      ],
    ];
    const states: unknown[] = [];
    for (const order of orders) {
      await sit();
      const { events } = work();
      api.clock.now = START + 2 * 60 * MINUTE;
      await closeOverdue(api.deps);
      for (const name of order) await ways[name]?.({ phone, events });
      states.push(await state());
    }
    for (const one of states.slice(1)) expect(one).toEqual(states[0]);
    expect(states[0]).toMatchObject({ held: 0, hasReceipt: true, state: 'submitted' });
  });

  it('made again with other answers under the same numbers doesn’t replace the first one, whoever had it earlier, and is logged [rule 9]', async () => {
    const { events, answers } = work();
    const first = await handOver(phone, events, { answers });
    const other = { answer: 'OptionFour' } as const;
    const second = await handOver(
      phone,
      events.map((event) => (event.type === 'answered' ? { ...event, ...other } : event)),
      { answers: answers.map((answer) => ({ ...answer, ...other })) },
    );
    api.clock.now = START + 2 * 60 * MINUTE;
    await closeOverdue(api.deps);
    await file(first, START + 61 * MINUTE);
    const before = await state();
    expect((await file(second, START + 59.5 * MINUTE)).status).toBe(200);
    const after = await state();
    const { log: _, ...outcome } = after;
    expect(before).toMatchObject(outcome);
    expect(after.answers).toEqual({ 0: 'OptionOne', 1: 'OptionOne', 2: 'OptionTwo' });
    const conflicts = (await api.actsOn(phone.opened.sittingId)).filter(
      ({ action }) => action === 'sitting.event-conflict',
    );
    expect(conflicts).toHaveLength(3);
  });

  it('from a phone that lost its turn is still taken in, but its submission doesn’t stand', async () => {
    const { events, answers } = work();
    const package_ = await handOver(phone, events, { answers });
    const second = await deviceOf(api, candidate, examId, 'phone-2');
    await second.open({ takeOver: true });
    expect((await file(package_)).body).toMatchObject({ acked: 5, submitted: false });
    expect(await state()).toMatchObject({ state: 'open', answers: { 0: 'OptionOne' } });
  });

  it('[AT9] from a timer that ran ahead ends nothing if the proctor had it before the deadline, however late it arrives', async () => {
    const { events, answers } = work();
    const submission = { epoch: 1, seq: 5, at: 0, elapsed: 60 * MINUTE, auto: true, answers };
    const package_ = await handOver(phone, events, null, { submission });
    api.clock.now = START + 59.9 * MINUTE;
    expect((await file(package_, START + 55 * MINUTE)).body).toMatchObject({
      acked: 5,
      submitted: false,
    });
    expect(await state()).toMatchObject({ state: 'open', answers: { 2: 'OptionTwo' } });
  });

  it('[AT5] with an act after its own submission: the act is refused, and the submission counts', async () => {
    const { events, answers } = work();
    const after = { ...phone.event(6, 'answered', qid(0), 'OptionFour'), elapsed: 59.5 * MINUTE };
    const submission = { epoch: 1, seq: 5, at: 0, elapsed: 59 * MINUTE, auto: false, answers };
    api.clock.now = START + 60 * MINUTE;
    expect(
      (await file(await handOver(phone, [...events, after], null, { submission }))).body,
    ).toMatchObject({ acked: 6, submitted: true });
    const { log, answers: counted } = await state();
    expect(log.at(-1)).toEqual([6, api.clock.now, 'after-submission']);
    expect(counted).toMatchObject({ 0: 'OptionOne' });
  });

  it('[AT11] a text’s time is for that text alone: answers chosen after seeing the score don’t get it', async () => {
    const sheet = { kind: 'so-far', seq: 99, seconds: 60 } as const;
    const blank = await answerText(phone, Array(6).fill(null), sheet);
    api.clock.now = START + 20 * MINUTE;
    const { events, answers } = work();
    await phone.submit(5, answers, { events, elapsed: 20 * MINUTE });
    const before = await score();
    api.clock.now = START + 26 * 60 * MINUTE;
    const chosen = await answerText(phone, Array(6).fill('OptionOne'), sheet);
    expect((await text(chosen)).status).toBe(200);
    expect(await text(blank, START + 5 * MINUTE)).toMatchObject({
      status: 422,
      body: { code: 'handover-refused', fields: { reason: 'another' } },
    });
    expect(await score()).toEqual(before);
  });

  it('[AT14] a text sent so far whose turn comes after the submission doesn’t count, however early it was taken in', async () => {
    const { events, answers } = work();
    const later = await answerText(phone, Array(6).fill('OptionOne'), {
      kind: 'so-far',
      seq: 99,
      seconds: 60,
    });
    api.clock.now = START + 20 * MINUTE;
    await phone.submit(5, answers, { events, elapsed: 20 * MINUTE });
    const before = await score();
    api.clock.now += MINUTE;
    expect((await text(later, START + 5 * MINUTE)).status).toBe(200);
    expect(await score()).toEqual(before);
    const notes = await api.actsOn(phone.opened.sittingId);
    expect(notes.find(({ action }) => action === 'sitting.handed-over')).toMatchObject({
      actor: proctor.uid,
      detail: { text: 99, takenAt: new Date(START + 5 * MINUTE).toISOString() },
    });
  });

  it('a submission replaces a text sent so far at the same place, with its own time', async () => {
    const { events, answers } = work();
    const sheet = { kind: 'so-far', seq: 5, seconds: 60 } as const;
    await text(await answerText(phone, Array(6).fill('OptionThree'), sheet), START + MINUTE);
    api.clock.now = START + 20 * MINUTE;
    const done = await phone.submit(5, answers, { events, elapsed: 20 * MINUTE });
    expect(done.status, JSON.stringify(done.body)).toBe(200);
    expect(await state()).toMatchObject({
      state: 'submitted',
      answers: { 0: 'OptionOne', 1: 'OptionOne', 2: 'OptionTwo' },
      submissions: [[5, START + 20 * MINUTE, true]],
    });
  });

  it('[decision 41] an answer text typed from a screen is the same with and without its spoken check characters', async () => {
    const bare = await answerText(phone, ['OptionOne', 'OptionTwo', null, '', null, null]);
    const typed = toReadOut(bare).join(' ').toLowerCase().replaceAll('0', 'o');
    expect(await text(typed)).toMatchObject({ status: 200, body: { submitted: true } });
    const taken = await state();
    expect(taken).toMatchObject({ answers: { 0: 'OptionOne', 1: 'OptionTwo' }, hasReceipt: true });
    expect(await text(bare)).toMatchObject({ status: 200, body: { submitted: true } });
    expect(await state()).toEqual(taken);
  });

  it('with a wrongly typed letter is refused, and the reason given is a typing mistake', async () => {
    const bare = await answerText(phone, ['OptionOne', null, null, null, null, null]);
    const before = await state();
    const other = (from: string, at: number) =>
      from.slice(0, at) + (from[at] === '7' ? '8' : '7') + from.slice(at + 1);
    const read = toReadOut(bare).join('');
    // With a wrong first letter, it might not be an answer text at all.
    const slips = [
      other(bare, 3),
      other(bare, 20),
      other(bare, 30),
      other(read, 1),
      other(read, 33),
    ];
    for (const slip of slips)
      expect(await text(slip)).toMatchObject({
        status: 422,
        body: { code: 'handover-refused', error: expect.stringContaining('typing mistake') },
      });
    expect((await text(other(read, 33))).body).toMatchObject({ fields: { reason: 'altered' } });
    expect((await text(read.slice(0, 30))).body).toMatchObject({ fields: { reason: 'cut' } });
    expect(await state()).toEqual(before);
  });

  it('with numbers or lists that no phone makes is refused cleanly', async () => {
    const { events } = work();
    const made = (more: object) => handOver(phone, events, null, more);
    const run = { epoch: 1, events };
    const hostile = [
      await made({ waiting: 3_000_000_000 }),
      await made({ runs: [{ ...run, epoch: 3_000_000_000 }] }),
      await made({ runs: [{ ...run, events: [] }] }),
      await made({ runs: Array(101).fill(run) }),
      await handOver(
        phone,
        events,
        { answers: [] },
        {
          submission: { epoch: 1, seq: 3_000_000_000, at: 0, elapsed: 0, auto: false, answers: [] },
        },
      ),
    ];
    for (const package_ of hostile)
      expect(await file(package_)).toMatchObject({
        status: 422,
        body: { code: 'handover-refused', fields: { reason: 'altered' } },
      });
    expect((await sittingOf(api, phone)).log).toEqual([]);
  });
});
