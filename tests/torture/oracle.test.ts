// A suite that finds nothing proves nothing. These tests check what its oracle must see, act by act, and what its plans contain.
import { describe, expect, it } from 'vitest';
import {
  type Act,
  compare,
  isClockWrong,
  isTooSlow,
  type LoggedAct,
  missing,
  nothingFound,
} from './oracle.ts';
import { planOf, shortPlan } from './plan.ts';
import { blows, limits, type Past, weathers } from './weather.ts';

const act = (qid: string, answer: string, epoch = 1): Act => ({
  epoch,
  type: answer ? 'answered' : 'cleared',
  qid,
  answer,
});
const asLogged = (acts: readonly Act[]): LoggedAct[] =>
  acts.map((one) => ({ ...one, refusal: null }));
const said = [
  act('q1', 'OptionOne'),
  act('q2', 'OptionTwo'),
  act('q1', ''),
  act('q1', 'OptionOne'),
];

describe('the oracle', () => {
  it('finds nothing when the log holds exactly the saved acts, those of two phones in the order of their turns', () => {
    const late = act('q2', 'OptionFour', 2);
    const byTurn = asLogged([...said, late]);
    expect(compare([late, ...said], byTurn)).toEqual(nothingFound());
  });
  it('finds a lost answer, also when the same answer was given once before', () => {
    expect(compare(said, asLogged(said.slice(0, -1))).lost).toEqual([
      'phone 1 answered q1 OptionOne',
    ]);
  });
  it('finds an answer that is in the log twice', () => {
    const twice = asLogged([...said, act('q1', 'OptionOne')]);
    expect(compare(said, twice)).toMatchObject({
      lost: [],
      doubled: ['phone 1 answered q1 OptionOne'],
    });
  });
  it('finds valid acts that were refused, and acts in another order', () => {
    const refused = asLogged(said).map((one) => ({ ...one, refusal: 'after-submission' }));
    expect(compare(said, refused).other).toHaveLength(said.length);
    expect(compare(said, asLogged(said.toReversed())).other).toHaveLength(1);
  });
  it('finds an act that was called received but is not in the log', () => {
    expect(missing(said, asLogged(said))).toEqual([]);
    expect(missing(said, asLogged(said.slice(0, 3)))).toEqual(['phone 1 answered q1 OptionOne']);
    expect(missing(said, asLogged([act('q1', 'OptionOne', 2)]))).toHaveLength(said.length);
  });
  it('finds a clock that moved with the phone’s date, and one that is wrong after a restart for no reason', () => {
    expect(isClockWrong(-120_000, 0, false)).toBe(true);
    expect(isClockWrong(-960_000, -120_000, true)).toBe(true);
    expect(isClockWrong(120_000, null, false)).toBe(true);
    expect(isClockWrong(3_000, null, false)).toBe(false);
  });
  it('doesn’t blame a later change of date for a clock that a restart without network had already made wrong (torture 809162609)', () => {
    expect(isClockWrong(-120_000, null, true)).toBe(false);
    expect(isClockWrong(-121_000, -120_000, true)).toBe(false);
    // The server's next reply sets the clock right.
    expect(isClockWrong(0, -120_000, true)).toBe(false);
  });
});

describe('the time within which everything must be received', () => {
  const past: Past = { lastedMs: 10_000, isCalled: true, backlogMs: 0 };
  it('is two seconds after a lost network, a killed server, or a killed database whose server can call the phone [SY7, SY11]', () => {
    for (const weather of [
      'cut',
      'flight mode',
      'portal',
      'server killed',
      'database killed',
    ] as const)
      expect(limits[weather](past)).toBe(2_000);
  });
  it('is under 6.5 seconds after a silence, and 32 seconds after a promoted standby whose server cannot call the phone [SY6, SY11]', () => {
    expect(limits.silence(past)).toBeLessThan(6_500);
    expect(limits['standby promoted']({ ...past, isCalled: false })).toBe(32_000);
  });
  it('grows with the length of mixed faults, by half a minute at most [SY11]', () => {
    const afterMixed = (lastedMs: number) => limits.mixed({ ...past, lastedMs });
    expect(afterMixed(4_000) - afterMixed(0)).toBe(4_000);
    expect(afterMixed(600_000) - afterMixed(0)).toBe(30_000);
  });
  it('allows for the time by which the machine was late, and for no more', () => {
    const recovery = { limitMs: 2_000, late: { page: 100, server: 200, suite: 300 } };
    expect(isTooSlow({ ...recovery, after: 'cut', ms: 2_600 })).toBe(false);
    expect(isTooSlow({ ...recovery, after: 'cut', ms: 2_601 })).toBe(true);
  });
});

describe('the plans', () => {
  const plans = Array.from({ length: 300 }, (_, seed) => planOf(seed));
  it('depend on their seed alone', () => {
    expect(plans.map(({ seed }) => planOf(seed))).toEqual(plans);
  });
  it('together contain each weather and each blow, over 300 seeds', () => {
    const steps = plans.flatMap((plan) => plan.steps);
    const met = steps.flatMap((step) =>
      step.do === 'weather' ? [step.weather] : 'blow' in step && step.blow ? [step.blow] : [],
    );
    expect([...new Set(met)].toSorted()).toEqual([...weathers, ...blows].toSorted());
  });
  it('submit once and end in fine weather, waiting for the receipt', () => {
    for (const { steps } of [...plans, shortPlan]) {
      expect(steps.filter((step) => step.do === 'submit')).toHaveLength(1);
      expect(steps.at(-1)).toEqual({ do: 'fine weather', wait: true });
    }
  });
});
