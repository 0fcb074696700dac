// A suite that finds nothing proves nothing: what its oracle must see, act by act, and what its plans are made of.
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

describe('what the oracle finds', () => {
  it('finds nothing where the log is what was said, two phones’ acts by their turns', () => {
    const late = act('q2', 'OptionFour', 2);
    const byTurn = asLogged([...said, late]);
    expect(compare([late, ...said], byTurn)).toEqual(nothingFound());
  });
  it('finds the answer that is lost, also one given before and given again', () => {
    expect(compare(said, asLogged(said.slice(0, -1))).lost).toEqual([
      'phone 1 answered q1 OptionOne',
    ]);
  });
  it('finds the answer that came to count twice', () => {
    const twice = asLogged([...said, act('q1', 'OptionOne')]);
    expect(compare(said, twice)).toMatchObject({
      lost: [],
      doubled: ['phone 1 answered q1 OptionOne'],
    });
  });
  it('finds an honest act that was refused, and acts in another order', () => {
    const refused = asLogged(said).map((one) => ({ ...one, refusal: 'after-submission' }));
    expect(compare(said, refused).other).toHaveLength(said.length);
    expect(compare(said, asLogged(said.toReversed())).other).toHaveLength(1);
  });
  it('finds what was called received and is not in the log', () => {
    expect(missing(said, asLogged(said))).toEqual([]);
    expect(missing(said, asLogged(said.slice(0, 3)))).toEqual(['phone 1 answered q1 OptionOne']);
    expect(missing(said, asLogged([act('q1', 'OptionOne', 2)]))).toHaveLength(said.length);
  });
  it('finds a clock that moved with the date, and one that a restart put wrong for no reason', () => {
    expect(isClockWrong(-120_000, 0, false)).toBe(true);
    expect(isClockWrong(-960_000, -120_000, true)).toBe(true);
    expect(isClockWrong(120_000, null, false)).toBe(true);
    expect(isClockWrong(3_000, null, false)).toBe(false);
  });
  it('blames no later date for a clock that a restart without network had put wrong (torture 809162609)', () => {
    expect(isClockWrong(-120_000, null, true)).toBe(false);
    expect(isClockWrong(-121_000, -120_000, true)).toBe(false);
    // The server’s next word sets it right.
    expect(isClockWrong(0, -120_000, true)).toBe(false);
  });
});

describe('how soon everything must be received', () => {
  const past: Past = { lastedMs: 10_000, isCalled: true, backlogMs: 0 };
  it('is two seconds after a lost network, and after a database that was gone where the server can call [SY7, SY11]', () => {
    for (const weather of [
      'cut',
      'flight mode',
      'portal',
      'server killed',
      'database killed',
    ] as const)
      expect(limits[weather](past)).toBe(2_000);
  });
  it('is about six seconds after a silence, and no longer than a pause where nobody calls [SY6, SY11]', () => {
    expect(limits.silence(past)).toBeLessThan(6_500);
    expect(limits['standby promoted']({ ...past, isCalled: false })).toBe(32_000);
  });
  it('grows with mixed faults only as their pauses do, up to half a minute [SY11]', () => {
    const afterMixed = (lastedMs: number) => limits.mixed({ ...past, lastedMs });
    expect(afterMixed(4_000) - afterMixed(0)).toBe(4_000);
    expect(afterMixed(600_000) - afterMixed(0)).toBe(30_000);
  });
  it('allows for what the machine was late, and for no more', () => {
    const recovery = { limitMs: 2_000, late: { page: 100, server: 200, suite: 300 } };
    expect(isTooSlow({ ...recovery, after: 'cut', ms: 2_600 })).toBe(false);
    expect(isTooSlow({ ...recovery, after: 'cut', ms: 2_601 })).toBe(true);
  });
});

describe('the plans', () => {
  const plans = Array.from({ length: 300 }, (_, seed) => planOf(seed));
  it('are made of their seed alone', () => {
    expect(plans.map(({ seed }) => planOf(seed))).toEqual(plans);
  });
  it('contain each weather and each blow, in a few hundred of them', () => {
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
