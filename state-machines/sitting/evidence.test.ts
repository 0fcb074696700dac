import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CheckedBeacon,
  type DeviceEvidence,
  evidenceOf,
  sealedAt,
  silenceOf,
  type Timed,
} from './evidence.ts';

const START = 1_000_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const span = { startedAt: START, deadline: START + HOUR, transitMs: 2 * MINUTE };

/** A beacon heard at this minute by a device that believed it was the same time, unless stated otherwise. */
const beacon = (
  minutes: number,
  seq: number,
  more: Partial<CheckedBeacon> = {},
): CheckedBeacon => ({
  at: START + minutes * MINUTE,
  elapsed: minutes * MINUTE,
  seq,
  ...more,
});
/** The fifth act, done in the 55th minute, received twelve minutes after the end, unless stated otherwise. */
const act = (more: Partial<Timed> = {}): Timed => ({
  seq: 5,
  elapsed: 55 * MINUTE,
  receivedAt: START + HOUR + 12 * MINUTE,
  ...more,
});
const silence = [beacon(50, 4), beacon(72, 6)];
const weigh = (given: Timed, brought: Partial<DeviceEvidence> = {}, earlier = 0) =>
  evidenceOf(given, span, { beacons: silence, fixed: null, ...brought }, earlier);
const judge = (...asked: Parameters<typeof weigh>) => weigh(...asked).evidence;

describe('an act is proven [AT8]', () => {
  it.each([
    [
      'received before the deadline, whatever its measure',
      { receivedAt: START + HOUR, elapsed: 9 * HOUR },
      'proven',
    ],
    [
      'received within the transit allowance',
      { receivedAt: START + 62 * MINUTE, elapsed: HOUR },
      'proven',
    ],
    [
      'a phone may wake a moment late',
      { receivedAt: START + 62 * MINUTE, elapsed: HOUR + 3_000 },
      'proven',
    ],
    [
      'by its own measure after the deadline',
      { receivedAt: START + 62 * MINUTE, elapsed: HOUR + 3_001 },
      'doubtful',
    ],
  ] as const)('%s', (_, given, expected) => {
    expect(judge(act(given), { beacons: [] })).toBe(expected);
  });

  it('by a digest that came in time, if the digest covers it', () => {
    const fixed = { after: 3, upTo: 5, at: START + 61 * MINUTE };
    const covered = (seq: number) => judge(act({ seq }), { beacons: [], fixed });
    expect([3, 4, 5, 6].map(covered)).toEqual(['doubtful', 'proven', 'proven', 'doubtful']);
    expect(judge(act(), { beacons: [], fixed: { ...fixed, at: START + 63 * MINUTE } })).toBe(
      'doubtful',
    );
  });
});

describe('an act is measured [AT8]', () => {
  it('between the last beacon before it and the first after it, when its own measure agrees with both', () => {
    expect(judge(act())).toBe('measured');
    expect(
      judge(act(), { beacons: [beacon(50, 4), beacon(72, 6, { elapsed: 72 * MINUTE - 15_000 })] }),
    ).toBe('measured');
  });

  it.each([
    ['no beacon at all', 'not-heard-before', []],
    ['none before it', 'not-heard-before', [beacon(72, 6)]],
    ['none after it', 'not-heard-after', [beacon(50, 4)]],
    ['a beacon replayed as if it were heard after it', 'too-late', [beacon(50, 4), beacon(51, 6)]],
    [
      'a measure slower than the beacons allow',
      'clock-differs',
      [beacon(50, 4), beacon(72, 6, { elapsed: 58 * MINUTE })],
    ],
    [
      'a measure faster than the beacons allow',
      'clock-differs',
      [beacon(50, 4), beacon(72, 6, { elapsed: 90 * MINUTE })],
    ],
    [
      'a beacon before it that was heard later than it claims',
      'too-early',
      [beacon(57, 4), beacon(72, 6)],
    ],
    ['a restart without a beacon', 'restarted', [beacon(50, 4), beacon(72, 6, { unsureFrom: 5 })]],
  ] as const)('not with %s, and the reason is given', (_, doubt, beacons) => {
    expect(weigh(act(), { beacons })).toEqual({ evidence: 'doubtful', doubt });
  });

  it('not after the deadline, nor when its measure runs backwards by more than the five seconds that a beacon may correct', () => {
    expect(weigh(act({ elapsed: HOUR + 3_001 }))).toEqual({
      evidence: 'doubtful',
      doubt: 'after-end',
    });
    expect(weigh(act(), {}, 55 * MINUTE + 5_001).doubt).toBe('runs-back');
    expect(judge(act(), {}, 55 * MINUTE + 5_000)).toBe('measured');
  });

  it('by beacons in the order in which the server gave them out, in whatever order the device sends them', () => {
    expect(judge(act(), { beacons: silence.toReversed() })).toBe('measured');
    const early = { beacons: [beacon(54, 4), beacon(50, 3), beacon(72, 6)] };
    expect(weigh(act({ elapsed: 51 * MINUTE }), early).doubt).toBe('too-early');
    const late = { beacons: [beacon(50, 4), beacon(56, 6), beacon(72, 8)] };
    expect(weigh(act({ elapsed: 58 * MINUTE }), late).doubt).toBe('too-late');
  });

  it('up to fifteen seconds before the earlier beacon and after the later one, and no further', () => {
    const beacons = [beacon(50, 4), beacon(55, 6)];
    const at = (elapsed: number) => weigh(act({ elapsed }), { beacons }).doubt;
    const [first, last] = [50 * MINUTE - 15_000, 55 * MINUTE + 15_000];
    expect([at(first), at(last)]).toEqual([null, null]);
    expect([at(first - 1), at(last + 1)]).toEqual(['too-early', 'too-late']);
  });

  it('despite a restart after it', () => {
    expect(judge(act(), { beacons: [beacon(50, 4), beacon(72, 8, { unsureFrom: 6 })] })).toBe(
      'measured',
    );
  });
});

describe('the moment of sealing a hand-over [AT15]', () => {
  const hours = fc.integer({ min: 0, max: 6 * HOUR });

  it('lets acts before it be measured, however long the silence, when the two phones differ by seconds', () => {
    const apart = fc.integer({ min: -7_000, max: 7_000 });
    const onItsWay = fc.integer({ min: 0, max: span.transitMs - 14_000 });
    fc.assert(
      fc.property(hours, hours, apart, apart, onItsWay, (before, more, one, other, way) => {
        const sealed = before + more;
        const at = sealedAt(sealed + one, START + sealed + way + other, span);
        expect(at).not.toBeNull();
        const beacons = [beacon(0, 4), { at: at ?? 0, elapsed: sealed + one, seq: 5 }];
        const given = act({ elapsed: Math.min(before + one, HOUR), receivedAt: START + 9 * HOUR });
        expect(judge({ ...given, elapsed: Math.max(0, given.elapsed) }, { beacons })).toBe(
          'measured',
        );
      }),
    );
  });

  it('is never placed further from either phone’s time than is allowed for that phone', () => {
    fc.assert(
      fc.property(hours, fc.integer({ min: -5 * MINUTE, max: 5 * MINUTE }), (elapsed, apart) => {
        const taken = elapsed + apart;
        const at = sealedAt(elapsed, START + taken, span);
        if (at === null) return;
        expect(at).toBeLessThanOrEqual(START + taken);
        expect(at).toBeGreaterThanOrEqual(START + taken - span.transitMs);
        expect(Math.abs(at - START - elapsed)).toBeLessThanOrEqual(15_000);
      }),
    );
  });

  it('may be as old as the longest time a submission may be on its way, and seconds ahead', () => {
    expect(sealedAt(HOUR, START + HOUR + span.transitMs, span)).toBe(START + HOUR);
    expect(sealedAt(HOUR + 15_000, START + HOUR, span)).toBe(START + HOUR);
  });

  it('is unknown when one of the two phones is minutes off, whichever it is', () => {
    const off = fc.oneof(
      fc.integer({ min: 15_001, max: 9 * HOUR }),
      fc.integer({ min: -9 * HOUR, max: -span.transitMs - 1 }),
    );
    fc.assert(
      fc.property(hours, off, (elapsed, ahead) => {
        expect(sealedAt(elapsed + ahead, START + elapsed, span)).toBeNull();
        expect(sealedAt(elapsed, START + elapsed - ahead, span)).toBeNull();
      }),
    );
  });
});

it('the silence before and after the end is given in whole minutes, rounded up, and never below zero', () => {
  expect(silenceOf(START + HOUR, START + 50.5 * MINUTE, START + 72 * MINUTE)).toEqual({
    before: 10,
    after: 12,
  });
  expect(silenceOf(START + HOUR, START + HOUR, START + HOUR)).toEqual({ before: 0, after: 0 });
});
