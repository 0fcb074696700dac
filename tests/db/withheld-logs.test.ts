// [AT11] A cheat with an app of their own fixes logs with many guesses by their digests, in time, and sends parts of them
// later, when they know more. Each log ends with wrong answers, so only choosing a part of one could earn a mark.
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeOverdue } from '#api/services/sittings/close-overdue.ts';
import type { SittingEvent } from '#contract/wire/sync.ts';
import { logDigestText } from '#machines/sitting/digest.ts';
import { START, startApi, type TestApi } from '#tests/support/api.ts';
import { deviceOf, type TestDevice } from '#tests/support/device.ts';
import { seeds } from '#tests/support/random.ts';
import { migratedPostgresUrl } from '#tests/support/test-database.ts';

const MINUTE = 60_000;
const GUESSES = 8;
let api: TestApi;
let examId: string;
beforeAll(async () => {
  api = await startApi({ databaseUrl: await migratedPostgresUrl() });
  await api.makeQuestions('Guess', 2, { weightage: 1, negative: 0 });
  api.clock.now = START;
  examId = await api.makeExam({
    durationMinutes: 1,
    sections: [{ fieldType: 'Guess', fieldCount: 2 }],
  });
});
afterAll(() => api.close());

/** Guesses for each question, right (OptionOne) and wrong in turn, and wrong at the end. */
function guessesOf(phone: TestDevice): SittingEvent[] {
  return Array.from({ length: GUESSES }, (_, index) => {
    const option = (index >> 1) % 2 === 0 ? 'OptionOne' : 'OptionTwo';
    return phone.event(index + 1, 'answered', phone.opened.questions[index % 2]?.qid, option);
  });
}
const digestOf = (events: SittingEvent[], epoch: number) =>
  createHash('sha256')
    .update(logDigestText(events.map((event) => ({ ...event, epoch }))))
    .digest('hex');

const seq = fc.integer({ min: 1, max: GUESSES + 1 });
const phones = fc.constantFrom(0, 1);
const act = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ is: fc.constant('push'), phone: phones, from: seq, to: seq }),
  },
  { weight: 3, arbitrary: fc.record({ is: fc.constant('push-all'), phone: phones }) },
  {
    weight: 3,
    arbitrary: fc.record({ is: fc.constant('submit'), phone: phones, seq, all: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('look') }) },
  {
    weight: 1,
    arbitrary: fc.record({ is: fc.constant('wait'), minutes: fc.integer({ min: 1, max: 40 }) }),
  },
);
const plan = fc.record({
  /** The phones that fix a log. */
  fixed: fc.constantFrom<number[]>([0], [1], [0, 1]),
  moves: fc.boolean(),
  /** Whether an empty submission is sent while there is time. */
  early: fc.boolean(),
  acts: fc.array(act, { minLength: 1, maxLength: 8 }),
});
type Plan = typeof plan extends fc.Arbitrary<infer P> ? P : never;

async function marksOf({ fixed, moves, early, acts }: Plan): Promise<unknown> {
  api.clock.now = START;
  const candidate = await api.makeCandidate({ examId, status: 'Fees Paid' });
  const both: TestDevice[] = [];
  for (const [index, name] of ['phone-1', 'phone-2'].slice(0, moves ? 2 : 1).entries()) {
    const phone = await deviceOf(api, candidate, examId, name);
    await phone.open({ takeOver: index > 0 });
    both.push(phone);
  }
  const logs = both.map(guessesOf);
  for (const [index, phone] of both.entries()) {
    const log = logs[index] ?? [];
    if (!fixed.includes(index)) continue;
    const digest = digestOf(log, phone.opened.epoch);
    await phone.push([], { log: { after: 0, seq: GUESSES, digest } });
  }
  if (early) await both.at(-1)?.submit(GUESSES + 1, []);
  else api.clock.now = START + 4 * MINUTE;
  await closeOverdue(api.deps);
  for (const step of acts) {
    api.clock.now += 1_000;
    if (step.is === 'wait') api.clock.now += step.minutes * MINUTE;
    if (step.is === 'look')
      await api.request(`exams/getresult/${candidate.uid}`, { token: candidate.token });
    if (!('phone' in step)) continue;
    const [phone, log = []] = [both[step.phone], logs[step.phone]];
    if (!phone) continue;
    if (step.is === 'push') await phone.push(log.slice(step.from - 1, step.to));
    if (step.is === 'push-all') await phone.push(log);
    if (step.is === 'submit') await phone.submit(step.seq, [], step.all ? { events: log } : {});
  }
  const [row] = await api.deps.db.rows(
    `select (r.sections->0->>'hundredths')::int as marks from sittings s join results r on r.sitting_id = s.id
     where s.uid = $1`,
    [candidate.uid],
  );
  return row;
}

describe('logs fixed in time and shown later', () => {
  it.each<[string, boolean, Plan['acts'][number]]>([
    ['the score is looked at (seed 696556126)', false, { is: 'look' }],
    [
      'another phone’s late submission tells it',
      true,
      { is: 'submit', phone: 1, seq: 1, all: false },
    ],
  ])(
    'earn nothing when a part is sent before %s, and the rest after that [AT11]',
    async (_, moves, tell) => {
      const acts: Plan['acts'] = [
        { is: 'push', phone: 0, from: 1, to: 6 },
        tell,
        { is: 'push-all', phone: 0 },
      ];
      const once = await marksOf({ fixed: [0], moves, early: false, acts });
      expect(once).toEqual({ marks: 0 });
    },
  );

  it.each(seeds({ kept: 8, fresh: 4 }))(
    'earn nothing whatever parts are chosen afterwards (seed %i)',
    async (seed) => {
      for (const each of fc.sample(plan, { seed, numRuns: 4 }))
        expect(await marksOf(each), JSON.stringify(each)).toEqual({ marks: 0 });
    },
  );
});
