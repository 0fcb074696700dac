// Work that arrives after the end, through the API: no device's word alone proves a time (decision 24). Each attack must
// await a person's decision, and nothing may be lost.
import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeOverdue, settleAgain } from '#api/services/sittings/close-overdue.ts';
import { answerSheetSchema } from '#contract/desk/answer-sheet.ts';
import type { Participant } from '#contract/desk/participants.ts';
import type { ResultsReply } from '#contract/wire/results.ts';
import type { HeardBeacon, SittingEvent } from '#contract/wire/sync.ts';
import { exams } from '#db/schema/exams.ts';
import { logDigestText } from '#machines/sitting/digest.ts';
import { START, startApi, type TestApi } from '#tests/support/api.ts';
import { deviceOf, sittingOf, type TestDevice } from '#tests/support/device.ts';
import { migratedPostgresUrl } from '#tests/support/test-database.ts';
import { expectTotalsAgree } from '#tests/support/totals-agree.ts';

const MINUTE = 60_000;
const DEADLINE = START + MINUTE;
let api: TestApi;
let examId: string;
let candidate: Awaited<ReturnType<TestApi['makeCandidate']>>;
let phone: TestDevice;

beforeAll(async () => {
  api = await startApi({ databaseUrl: await migratedPostgresUrl() });
  await api.makeQuestions('Late', 2, { weightage: 2, negative: 0 });
});
afterEach(async () => {
  await expectTotalsAgree(api.deps.db);
});
afterAll(() => api.close());
beforeEach(async () => {
  api.clock.now = START;
  examId = await api.makeExam({
    durationMinutes: 1,
    sections: [{ fieldType: 'Late', fieldCount: 2 }],
  });
  candidate = await api.makeCandidate({ examId, status: 'Fees Paid' });
  phone = await deviceOf(api, candidate, examId);
  await phone.open();
});

const qid = (index: number) => phone.opened.questions[index]?.qid ?? '';
const right = (index: number) => ({ qid: qid(index), answer: 'OptionOne' });
/** An answer that claims to be from the thirtieth second. */
const made = (seq: number, elapsed = 30_000): SittingEvent => ({
  ...phone.event(seq, 'answered', qid(0), 'OptionOne'),
  elapsed,
});
const standing = async () => {
  const [row] = await api.deps.db.rows(
    `select s.held_events as held, r.late_work as late, (r.sections->0->>'hundredths')::int as marks
     from sittings s join results r on r.sitting_id = s.id where s.id = $1`,
    [phone.opened.sittingId],
  );
  return row;
};
const setLate = (lateMinutes: number) => api.deps.db.orm.update(exams).set({ lateMinutes });

/** Answers and a submission with made-up times, sent twelve minutes after the end. */
async function submitLate(beacons?: HeardBeacon[], elapsed = 30_000, minutes = 12) {
  api.clock.now = DEADLINE + minutes * MINUTE;
  const events = [made(1, elapsed), { ...phone.event(2, 'submitted'), elapsed }];
  return phone.submit(2, [right(0), right(1)], { events, elapsed, words: beacons });
}
const asMeasured = async (minutes: number) => {
  api.clock.now = DEADLINE + minutes * MINUTE;
  return [phone.firstBeacon(), await phone.hear(2)];
};

describe('a submission twelve minutes after the end of a one-minute exam', () => {
  it('with a made-up time and no beacon awaits a decision; it has its receipt, but scores nothing [AT8]', async () => {
    const { body } = await submitLate();
    expect(body).toMatchObject({
      received: true,
      receipt: { seq: 2 },
      score: [{ TotalScore: 0 }, {}],
    });
    expect(await standing()).toEqual({ held: 3, late: null, marks: 0 });
    expect((await sittingOf(api, phone)).log).toHaveLength(2);
  });

  it('awaits a decision even when measured, where the exam allows no lateness', async () => {
    await setLate(0);
    await submitLate(await asMeasured(12));
    expect(await standing()).toEqual({ held: 3, late: null, marks: 0 });
  });

  it('counts automatically when measured, and the score says how long the phone was silent [AT12]', async () => {
    const { body } = await submitLate(await asMeasured(12));
    expect(body).toMatchObject({ received: true, score: [{ TotalScore: 4 }, {}] });
    expect(await standing()).toEqual({ held: 0, late: { before: 1, after: 12 }, marks: 400 });
  });

  it('awaits a decision when measured but later than allowed', async () => {
    await submitLate(await asMeasured(31), 30_000, 31);
    expect(await standing()).toMatchObject({ held: 3, marks: 0 });
  });

  it('is judged by the lateness that was allowed when the sitting ended', async () => {
    await submitLate(await asMeasured(12));
    await setLate(0);
    expect(await sittingOf(api, phone)).toMatchObject({ late_minutes: 30, transit_seconds: 120 });
  });

  it('from a client without the device protocol awaits a decision, which says that it came after the end [AT8]', async () => {
    api.clock.now = DEADLINE + 12 * MINUTE;
    const json = { uid: candidate.uid, examID: examId, answers: [right(0)] };
    await api.request('exams/submit-mcq', { token: candidate.token, json });
    expect(await standing()).toEqual({ held: 1, late: null, marks: 0 });
    const { body } = await api.request('sittings/held?pageSize=50', { token: api.adminToken });
    const told = expect.objectContaining({ elapsed: 13 * MINUTE, why: ['after-end'] });
    expect(body).toContainEqual(expect.objectContaining({ uid: candidate.uid, held: [told] }));
  });
});

const told = async () => {
  const own = await api.request(`exams/getresult/${candidate.uid}`, { token: candidate.token });
  const listed = await api.request(`exams/by-exam/${examId}`, { token: api.adminToken });
  return [
    ...(own.body as ResultsReply),
    ...(listed.body as Participant[]),
    answerSheetSchema.parse((await answers()).body),
  ].map(({ tooLate }) => tooLate);
};
const answers = () =>
  api.request(`sittings/${phone.opened.sittingId}/answers`, { token: api.adminToken });
const decide = (counted: boolean) =>
  api.request(`sittings/${phone.opened.sittingId}/held`, {
    token: api.adminToken,
    json: { counted, reason: 'Looked at', seen: 3 },
  });

it('the candidate, the office’s list and the answer sheet show that late work waits, and when the office refuses it [AT8]', async () => {
  await submitLate();
  expect(await told()).toEqual(['waits', 'waits', 'waits']);
  expect(await decide(false)).toMatchObject({ status: 200 });
  expect(await told()).toEqual(['refused', 'refused', 'refused']);
});

it('the office’s answer sheet shows what was received, when it was given and whether it counts [AT8]', async () => {
  const second = (n: number) => new Date(START + n * 1_000).toISOString();
  const gaveAt = async (n: number, event: () => SittingEvent) => {
    api.clock.now = START + n * 1_000;
    await phone.push([event()]);
  };
  await gaveAt(10, () => phone.event(1, 'answered', qid(0), 'OptionTwo'));
  await gaveAt(20, () => phone.event(2, 'cleared', qid(0)));
  api.clock.now = DEADLINE + 12 * MINUTE;
  const late = { ...phone.event(3, 'answered', qid(0), 'OptionOne'), elapsed: 30_000 };
  await phone.push([late]);
  const { sections } = answerSheetSchema.parse((await answers()).body);
  const of = (chosen: string | null, at: number, counts = true) => ({
    ...{ chosen, at: second(at), receivedAt: second(at), counts },
  });
  expect(sections[0]?.questions).toMatchObject([
    {
      chosen: null,
      received: [
        of('OptionTwo', 10),
        of(null, 20),
        { ...of('OptionOne', 30, false), receivedAt: second(60 + 12 * 60) },
      ],
    },
    { chosen: null, received: [] },
  ]);
});

it('an answer that claims a far future is shown as given when it was received', async () => {
  api.clock.now = START + 10_000;
  const event = phone.event(1, 'answered', qid(0), 'OptionOne');
  await phone.push([{ ...event, elapsed: Number.MAX_SAFE_INTEGER }]);
  api.clock.now = DEADLINE + 5 * MINUTE;
  await closeOverdue(api.deps);
  const { sections } = answerSheetSchema.parse((await answers()).body);
  const at = new Date(START + 10_000).toISOString();
  expect(sections[0]?.questions[0]?.received).toMatchObject([{ at, receivedAt: at }]);
});

it('a submission that repeats an answer adds nothing to what was received; one that brings a new answer does', async () => {
  await phone.push([phone.event(1, 'answered', qid(0), 'OptionOne')]);
  await phone.submit(2, [right(0), right(1)], { events: [phone.event(2, 'submitted')] });
  const { sections } = answerSheetSchema.parse((await answers()).body);
  const received = [expect.objectContaining({ chosen: 'OptionOne', counts: true })];
  expect(sections[0]?.questions).toMatchObject([{ received }, { received }]);
});

it('late work that counts after all, because of extra time given later, is no longer shown as refused [AT8]', async () => {
  await submitLate(await asMeasured(31), 30_000, 31);
  expect(await decide(false)).toMatchObject({ status: 200 });
  await settleAgain(api.deps, phone.opened.sittingId);
  expect(await told()).toEqual(['refused', 'refused', 'refused']);
  await api.deps.db.rows(
    "update sittings set extra_seconds = 120, deadline_at = deadline_at + interval '2 minutes' where id = $1",
    [phone.opened.sittingId],
  );
  await settleAgain(api.deps, phone.opened.sittingId);
  expect(await standing()).toMatchObject({ held: 0, marks: 400 });
  expect(await told()).toEqual([undefined, undefined, undefined]);
});

it('a candidate whose late work counts sees nothing about it being too late [AT8]', async () => {
  await submitLate(await asMeasured(12));
  const own = await api.request(`exams/getresult/${candidate.uid}`, { token: candidate.token });
  expect(JSON.stringify(own.body)).not.toContain('tooLate');
});

it('a score with late work is marked in every list until somebody has looked at it [AT12]', async () => {
  await submitLate(await asMeasured(12));
  const { sittingId } = phone.opened;
  const admin = { token: api.adminToken };
  const shown = async () => [
    (await api.request(`exams/getresult/${candidate.uid}`, { token: candidate.token })).body,
    (await api.request(`exams/by-exam/${examId}`, admin)).body,
    [answerSheetSchema.parse((await answers()).body)],
    (await api.request(`live/${examId}/sittings`, admin)).body,
    (
      (await api.request('sittings/held?pageSize=50', admin)).body as { sittingId: string }[]
    ).filter((row) => row.sittingId === sittingId),
  ];
  const lateWork = { before: 1, after: 12 };
  expect(await shown()).toMatchObject([
    [{ lateWork }],
    [{ lateWork }],
    [{ lateWork }],
    { rows: [{ sitting: { lateWork } }] },
    [{ lateWork, acts: 0 }],
  ]);
  const look = (token: string) =>
    api.request(`sittings/${sittingId}/looked`, { method: 'POST', token });
  expect(await look(candidate.token)).toMatchObject({ status: 403 });
  expect(await look(api.adminToken)).toMatchObject({ status: 200 });
  const after = JSON.stringify(await shown());
  expect(after).not.toContain('lateWork');
  expect(after).toContain('"TotalScore":4');
  // The review stays, whatever is worked out again later.
  await settleAgain(api.deps, sittingId);
  expect(JSON.stringify(await shown())).toBe(after);
  const [noted] = await api.deps.db.rows(
    "select actor, detail from audit_log where subject = $1 and action = 'sitting.late-looked'",
    [sittingId],
  );
  expect(noted).toMatchObject({ detail: lateWork });
});

describe('this contradiction awaits a decision [AT8]:', () => {
  const attacks: [string, () => Promise<unknown>][] = [
    [
      'a beacon of another sitting',
      async () => {
        const other = await deviceOf(
          api,
          await api.makeCandidate({ examId, status: 'Fees Paid' }),
          examId,
          'phone-2',
        );
        await other.open();
        api.clock.now = DEADLINE + 12 * MINUTE;
        return submitLate([phone.firstBeacon(), await other.hear(2)]);
      },
    ],
    [
      'a beacon on the time alone, of no sitting',
      async () => {
        api.clock.now = DEADLINE + 12 * MINUTE;
        const { body } = await api.request('sync/time');
        const time = body as { serverTime: string; signature: string };
        return submitLate([phone.firstBeacon(), { ...time, elapsed: 13 * MINUTE, seq: 2 }]);
      },
    ],
    [
      'a made-up beacon',
      async () => {
        const [first, last] = await asMeasured(12);
        if (!first || !last) throw new Error('no beacons');
        return submitLate([first, { ...last, serverTime: new Date(DEADLINE).toISOString() }]);
      },
    ],
    [
      'an early beacon, said to have been heard after what was done later',
      async () => {
        api.clock.now = START + 1_000;
        const early = await phone.hear(2);
        return submitLate([phone.firstBeacon(), early], 50_000);
      },
    ],
    [
      'a measure that was stretched over the silence',
      async () => {
        const [first, last] = await asMeasured(12);
        if (!first || !last) throw new Error('no beacons');
        return submitLate([first, { ...last, elapsed: 45_000 }]);
      },
    ],
    [
      'a measure set back behind the beacon before it',
      async () => {
        api.clock.now = START + 50_000;
        const first = await phone.hear(0);
        api.clock.now = DEADLINE + 12 * MINUTE;
        return submitLate([first, await phone.hear(2)], 10_000);
      },
    ],
    [
      'a restart without a beacon',
      async () => {
        const [first, last] = await asMeasured(12);
        if (!first || !last) throw new Error('no beacons');
        return submitLate([first, { ...last, unsureFrom: 1 }]);
      },
    ],
    [
      'another tale of a beacon told before',
      async () => {
        const [first, last] = await asMeasured(12);
        if (!first || !last) throw new Error('no beacons');
        await closeOverdue(api.deps);
        await phone.push([], { words: [first, { ...last, elapsed: 45_000 }] });
        return submitLate([first, last]);
      },
    ],
  ];
  it.each(attacks)('%s', async (_, attack) => {
    await attack();
    expect(await standing()).toEqual({ held: 3, late: null, marks: 0 });
    expect((await sittingOf(api, phone)).log).toHaveLength(2);
  });
});

it('a beacon sent again is stored once and settles nothing again [AT8]', async () => {
  const beacons = await asMeasured(12);
  await closeOverdue(api.deps);
  await phone.push([], { words: beacons });
  const { version } = await sittingOf(api, phone);
  for (let times = 0; times < 3; times += 1) await phone.push([], { words: beacons });
  const after = await sittingOf(api, phone);
  expect(after.brought.get('phone-1')?.beacons).toHaveLength(2);
  expect(after.version).toBe(version);
});

describe('a log digest that came in time [AT8]', () => {
  const events = () => [made(1), made(2), made(3)];
  const digestOf = (given: SittingEvent[], after = 0) => ({
    after,
    seq: after + given.length,
    digest: createHash('sha256')
      .update(logDigestText(given.map((event) => ({ ...event, epoch: 1 }))))
      .digest('hex'),
  });
  const arriveLate = async (given: SittingEvent[]) => {
    api.clock.now = DEADLINE + 60 * MINUTE;
    await phone.push(given);
  };

  it('proves the events that arrive later', async () => {
    await phone.push([], { log: digestOf(events()) });
    await arriveLate(events());
    expect(await standing()).toEqual({ held: 0, late: null, marks: 200 });
  });

  it('proves them once all its events are there, not before', async () => {
    const given = events();
    await phone.push([], { log: digestOf(given) });
    await arriveLate(given.slice(0, 2));
    expect(await standing()).toMatchObject({ held: 2, marks: 0 });
    await arriveLate(given);
    expect(await standing()).toMatchObject({ held: 0, marks: 200 });
  });

  it('proves those that it covers: not those from before, nor those done since', async () => {
    const [second, third, fourth] = [made(2), made(3), made(4)];
    await phone.push([made(1)]);
    await phone.push([], { log: digestOf([second, third], 1) });
    for (const event of [third, fourth, second]) await arriveLate([event]);
    expect(await standing()).toEqual({ held: 1, late: null, marks: 200 });
  });

  it('proves them even after another phone submitted in time [AT11]', async () => {
    const given = events();
    await phone.push([], { log: digestOf(given) });
    const second = await deviceOf(api, candidate, examId, 'phone-2');
    await second.open({ takeOver: true });
    await second.submit(1, [], { events: [second.event(1, 'submitted')] });
    await arriveLate(given);
    expect(await standing()).toEqual({ held: 0, late: null, marks: 200 });
  });

  it('proves nothing when an event differs from those it was made of', async () => {
    await phone.push([], { log: digestOf([made(1), { ...made(2), answer: 'OptionTwo' }]) });
    await arriveLate(events());
    expect(await standing()).toMatchObject({ held: 3, marks: 0 });
  });

  it('proves nothing when it came after the transit allowance', async () => {
    api.clock.now = DEADLINE + 2 * MINUTE + 1;
    await phone.push([], { log: digestOf(events()) });
    await arriveLate(events());
    expect(await standing()).toMatchObject({ held: 3, marks: 0 });
  });

  it('proves nothing when several devices have fixed logs: nobody can pick one by its score [AT11]', async () => {
    const guesses = ['OptionThree', 'OptionOne'].map((answer) => ({ ...made(1), answer }));
    const fixed = (given: SittingEvent, epoch: number) => ({
      after: 0,
      seq: 1,
      digest: createHash('sha256')
        .update(logDigestText([{ ...given, epoch }]))
        .digest('hex'),
    });
    const devices = [phone];
    for (const name of ['phone-2', 'phone-3']) {
      const next = await deviceOf(api, candidate, examId, name);
      await next.open({ takeOver: true });
      devices.push(next);
    }
    for (const [index, guess] of guesses.entries())
      await devices[index]?.push([], { log: fixed(guess, index + 1) });
    const submitted = await devices[2]?.submit(1, [], { events: [phone.event(1, 'submitted')] });
    expect(submitted).toMatchObject({ body: { received: true, score: [{ TotalScore: 0 }, {}] } });
    for (const [index, guess] of guesses.entries()) {
      api.clock.now += 1_000;
      await devices[index]?.push([guess]);
    }
    expect(await standing()).toMatchObject({ held: 2, marks: 0 });
    expect((await sittingOf(api, phone)).log).toHaveLength(3);
  });

  it('proves the events of the only device that still owes its log [AT11]', async () => {
    const given = [made(1)];
    await phone.push([], { log: digestOf(given) });
    const second = await deviceOf(api, candidate, examId, 'phone-2');
    await second.open({ takeOver: true });
    const owed = { ...made(1), qid: qid(1) };
    const digest = createHash('sha256')
      .update(logDigestText([{ ...owed, epoch: 2 }]))
      .digest('hex');
    await second.push([], { log: { after: 0, seq: 1, digest } });
    api.clock.now = DEADLINE + 2 * MINUTE; // the last moment of the transit allowance
    await phone.push(given);
    api.clock.now = DEADLINE + 60 * MINUTE;
    await second.push([owed]);
    expect(await standing()).toMatchObject({ held: 0, marks: 400 });
  });

  it('proves no whole log once a submission has cut it, so that nobody can choose how many guesses count [AT11]', async () => {
    const guesses = ['OptionThree', 'OptionOne', 'OptionTwo'].map((answer, index) => ({
      ...made(index + 1),
      answer,
    }));
    await phone.push([], { log: digestOf(guesses) });
    api.clock.now = DEADLINE + 60 * MINUTE;
    await phone.submit(2, [], { events: guesses });
    expect(await standing()).toMatchObject({ held: 3, marks: 0 });
    expect((await sittingOf(api, phone)).log.map(({ refusal }) => refusal)).toEqual([
      null,
      null,
      'after-submission',
    ]);
  });

  it.each([
    [
      'the result page has told the score',
      3,
      () => api.request(`exams/getresult/${candidate.uid}`, { token: candidate.token }),
    ],
    ['a late submission without it has told the score', 4, () => phone.submit(9, [])],
  ])(
    'proves nothing once %s: the candidate could have kept the log back until then [AT11]',
    async (_, held, tell) => {
      const given = events();
      await phone.push([], { log: digestOf(given) });
      api.clock.now = DEADLINE + 12 * MINUTE;
      await closeOverdue(api.deps);
      await tell();
      await arriveLate(given);
      expect(await standing()).toMatchObject({ held, marks: 0 });
    },
  );

  it.each([
    ['by its name', () => phone.submit(9, [])],
    [
      'without saying which it is',
      () => {
        const json = { uid: candidate.uid, examID: examId, answers: [] };
        return api.request('exams/submit-mcq', { token: candidate.token, json });
      },
    ],
  ])(
    'proves nothing for the device that submitted without the log, even in time: %s [AT11]',
    async (_, submit) => {
      const given = events();
      await phone.push([], { log: digestOf(given) });
      const { body } = await submit();
      expect(body).toMatchObject({ score: [{ TotalScore: 0 }, {}] });
      api.clock.now += 1;
      await phone.push(given);
      expect(await standing()).toMatchObject({ marks: 0 });
    },
  );

  it('stays the longest one, whatever the order of arrival', async () => {
    await phone.push([], { log: digestOf(events()) });
    await phone.push([], { log: digestOf(events().slice(0, 1)) });
    await arriveLate(events());
    expect(await standing()).toMatchObject({ held: 0, marks: 200 });
  });
});

it('a sitting past its time is closed before it takes what comes too late', async () => {
  api.clock.now = DEADLINE + 12 * MINUTE;
  expect((await phone.push([made(1)])).body).toMatchObject({ state: 'closed', acked: 1 });
  expect(await standing()).toEqual({ held: 1, late: null, marks: 0 });
});
