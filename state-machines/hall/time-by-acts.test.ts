import { describe, expect, it } from 'vitest';
import { pausesOf, type TimeAct, timeByActs } from './time-by-acts.ts';

const START = Date.parse('2026-03-02T06:30:00.000Z');
const MINUTE = 60_000;
const span = {
  startedAt: START,
  durationMinutes: 60,
  extraPercent: 0,
  waitedSeconds: 0,
  cutSeconds: 0,
};
let made = 0;
const act = (kind: TimeAct['kind'], at: number, more: Partial<TimeAct> = {}): TimeAct => {
  made += 1;
  const fixed = { minutes: 0, own: false, forPause: false };
  return { id: `a${made}`, kind, at: START + at * MINUTE, ...fixed, ...more };
};
const minutes = (acts: TimeAct[], of = span) => (timeByActs(acts, of).deadline - START) / MINUTE;

describe('[decision 43] the time of a sitting', () => {
  it('includes the wait for a start code', () => {
    expect(
      minutes([act('extra-time', 30, { minutes: 5 })], { ...span, waitedSeconds: 1_200 }),
    ).toBe(85);
  });

  it('[AT18] gains nothing from extra time for a room or a pause from before the start code was told', () => {
    const early = [
      act('extra-time', 5, { minutes: 15 }),
      act('pause', 5),
      act('resume', 35),
      act('extra-time', 40, { minutes: 10, own: true }),
    ];
    const waited = { ...span, waitedSeconds: 120 * 60 };
    expect(minutes(early, waited)).toBe(120 + 60 + 10);
    expect(minutes([act('pause', 100), act('resume', 125)], waited)).toBe(120 + 60 + 5);
    expect(timeByActs([act('pause', 100)], waited).pausedAt).toBe(START + 120 * MINUTE);
  });

  it('is shorter by what the office took off, and ignores extra time from before its start', () => {
    const cut = { ...span, waitedSeconds: 1_200, cutSeconds: 1_800 };
    expect(minutes([act('extra-time', 10, { minutes: 15 })], cut)).toBe(50);
  });

  it('includes what was agreed beforehand, rounded in the candidate’s favour', () => {
    expect(minutes([], { ...span, extraPercent: 33 })).toBe(79.8);
    expect(timeByActs([], { ...span, durationMinutes: 7, extraPercent: 33 }).extraSeconds).toBe(
      139,
    );
  });

  it('grows by extra time, which for a room counts only from the start on', () => {
    expect(minutes([act('extra-time', 5, { minutes: 10 })])).toBe(70);
    expect(minutes([act('extra-time', -5, { minutes: 10 })])).toBe(60);
    expect(minutes([act('extra-time', -5, { minutes: 10, own: true })])).toBe(70);
  });

  it('stands still from a pause until somebody resumes it, once however many proctors paused it', () => {
    const paused = [act('pause', 10), act('pause', 12)];
    expect(timeByActs(paused, span).pausedAt).toBe(START + 10 * MINUTE);
    expect(minutes([...paused, act('resume', 25), act('resume', 30)])).toBe(75);
  });

  describe('[AT20] extra time in place of a pause that the phone did not hear of', () => {
    const paused = [act('pause', 10), act('resume', 30)];
    const instead = (at: number, given: number, own = true) =>
      act('extra-time', at, { minutes: given, own, forPause: true });

    it('counts once together with the pause, as the longer of the two, whichever came first', () => {
      expect(minutes([...paused, instead(31, 20)])).toBe(80);
      expect(minutes([...paused, instead(31, 22)])).toBe(82);
      expect(minutes([...paused, instead(31, 5), instead(32, 10)])).toBe(80);
      expect(minutes([...paused, instead(12, 20)])).toBe(80);
      expect(minutes([...paused, instead(12, 25)])).toBe(85);
      expect(timeByActs([act('pause', 10), instead(12, 20)], span)).toMatchObject({
        extraSeconds: 1_200,
        pausedAt: START + 10 * MINUTE,
      });
    });

    it('replaces only the pause before it; other extra time comes on top', () => {
      const again = [act('pause', 40), act('resume', 50)];
      expect(minutes([...paused, instead(31, 20), ...again])).toBe(90);
      expect(minutes([...paused, instead(31, 20), ...again, instead(51, 12)])).toBe(92);
      expect(minutes([...paused, act('extra-time', 31, { minutes: 5 })])).toBe(85);
      expect(
        minutes([...paused, instead(31, 20), act('extra-time', 35, { minutes: 7, own: true })]),
      ).toBe(87);
    });

    it('gives back even the time in which a phone worked during the pause, because the proctor saw the candidate stop', () => {
      const work = [11, 12, 13].map((at) => ({
        at: START + at * MINUTE,
        receivedAt: START + 40 * MINUTE,
      }));
      const left = (acts: TimeAct[]) => (timeByActs(acts, span, work).deadline - START) / MINUTE;
      expect(left(paused)).toBe(78);
      expect(left([...paused, instead(31, 20)])).toBe(80);
    });

    it('does not count for a candidate who started after the pause', () => {
      expect(minutes([act('pause', -30), act('resume', -10), instead(-9, 20)])).toBe(60);
    });

    it('counts, when given to a room, only for candidates who were sitting during the pause, whenever it is given', () => {
      const room = (at: number, given: number) => instead(at, given, false);
      const before = [act('pause', -30), act('resume', -10)];
      expect(minutes([...before, room(5, 20)])).toBe(60);
      expect(minutes([...before, instead(5, 20)])).toBe(80);
      expect(minutes([...before, act('extra-time', 5, { minutes: 7 })])).toBe(67);
      expect(minutes([...before, act('pause', 10), room(12, 20)])).toBe(80);
      expect(minutes([act('pause', -30), act('resume', 2), room(5, 20)])).toBe(80);
      expect(minutes([...paused, room(31, 20)])).toBe(80);
      // This candidate was sitting during the next pause, and then during one that another proctor's phone hasn't sent yet.
      expect(minutes([...before, ...paused, room(31, 22)])).toBe(82);
      expect(minutes([room(31, 20)])).toBe(80);
      const waited = { ...span, waitedSeconds: 40 * 60 };
      expect(minutes([...paused, room(45, 20)], waited)).toBe(100);
    });
  });

  it('starts in full when it begins during a pause, and is not stopped by a pause after its end', () => {
    expect(minutes([act('pause', -10), act('resume', 5)])).toBe(65);
    expect(timeByActs([act('pause', 61)], span).pausedAt).toBeNull();
  });

  it('has at least the minutes of a reopening left, and keeps what was left if that is more', () => {
    expect(minutes([act('reopen', 90, { minutes: 10 })])).toBe(100);
    expect(minutes([act('reopen', 30, { minutes: 10 })])).toBe(60);
  });

  describe('[AT20] a pause during which a phone worked', () => {
    const paused = [act('pause', 10), act('resume', 30)];
    const done = (at: number, receivedAt = at) => ({
      at: START + at * MINUTE,
      receivedAt: START + receivedAt * MINUTE,
    });
    const left = (work: ReturnType<typeof done>[], acts = paused) =>
      (timeByActs(acts, span, work).deadline - START) / MINUTE;

    it('gives back the rest of the pause, without the time from the first act in it to the last', () => {
      expect(left([])).toBe(80);
      expect(left([done(12), done(25)])).toBe(67);
      expect(left([done(25), done(12), done(20)])).toBe(67);
    });

    it('gives back the whole pause for acts before or after it, or for a single moment in it', () => {
      expect(left([done(5, 15), done(9, 20), done(30.5), done(40)])).toBe(80);
      expect(left([done(12)])).toBe(80);
    });

    it('counts, while it lasts, as begun later by the time that was worked', () => {
      const { pausedAt } = timeByActs([act('pause', 10)], span, [done(11), done(19)]);
      expect(pausedAt).toBe(START + 18 * MINUTE);
    });

    it('takes nothing from acts done before the server learnt of that work', () => {
      const late = [done(11, 75), done(29, 75)];
      expect(left(late)).toBe(75);
      expect(left([done(11, 100), done(29, 100)])).toBe(80);
      // Late news of work doesn't give back time that other work, reported earlier, had already cost.
      expect(left([done(11), done(29), done(29.5, 200)])).toBe(62);
      expect(left([done(11, 200), done(20), done(29)])).toBe(71);
    });

    it('gives the same result from only the first and last act that came in time by any deadline', () => {
      const acts = [...paused, act('pause', 40), act('resume', 50)];
      const { pauses, anyway } = pausesOf(acts, span);
      expect(anyway).toBe(START + 60 * MINUTE);
      const work = [done(14), done(12, 41), done(45, 59), done(42, 60), done(29, 71), done(49, 72)];
      const few = pauses.flatMap(({ from, to }) => {
        const own = work.filter(({ at }) => at > from && at <= to);
        const inTime = own.filter(({ receivedAt }) => receivedAt <= anyway).map(({ at }) => at);
        const ends = [Math.min(...inTime), Math.max(...inTime)];
        const later = own.filter(({ receivedAt }) => receivedAt > anyway);
        return [...ends.map((at) => ({ at, receivedAt: anyway })), ...later];
      });
      expect(timeByActs(acts, span, few)).toEqual(timeByActs(acts, span, work));
      expect(left(work, acts)).toBeLessThan(left(few.slice(0, 1), acts));
    });

    it('counts each pause by itself', () => {
      const twice = [...paused, act('pause', 40), act('resume', 50)];
      expect(left([], twice)).toBe(90);
      expect(left([done(12), done(22), done(41), done(44)], twice)).toBe(77);
    });
  });

  it('[SY4] is the same whatever the order in which acts arrive', () => {
    const acts = [
      act('pause', 5),
      act('extra-time', 7, { minutes: 3 }),
      act('resume', 9),
      act('pause', 20),
      act('resume', 21),
      act('reopen', 80, { minutes: 30 }),
    ];
    const right = timeByActs(acts, span);
    for (let turn = 0; turn < acts.length; turn += 1) {
      const turned = [...acts.slice(turn), ...acts.slice(0, turn)];
      expect(timeByActs(turned, span)).toEqual(right);
      expect(timeByActs(turned.reverse(), span)).toEqual(right);
    }
  });

  it('[SY4] is the same for acts of the same moment, which are ordered by their ids', () => {
    const acts = [
      act('pause', 20),
      act('resume', 21, { id: 'b1' }),
      act('pause', 21, { id: 'b2' }),
    ];
    for (const told of [acts, acts.toReversed()])
      expect(timeByActs(told, span).pausedAt).toBe(START + 21 * MINUTE);
  });

  it('[SY4] is the same in whatever order the work of one moment is reported', () => {
    const acts = [act('pause', 10), act('resume', 30), act('pause', 40)];
    const work = [12, 41, 25, 55, 11].map((at) => ({
      at: START + at * MINUTE,
      receivedAt: START + 58 * MINUTE,
    }));
    const right = timeByActs(acts, span, work);
    for (let turn = 0; turn < work.length; turn += 1) {
      const turned = [...work.slice(turn), ...work.slice(0, turn)];
      expect(timeByActs(acts, span, turned)).toEqual(right);
      expect(timeByActs(acts, span, turned.reverse())).toEqual(right);
    }
  });
});
