// What is known about the time of an act or a submission [AT8]. No device's word alone proves a time. What reached the
// server in time is proven. What came later is at best measured, between two beacons. Pure; the caller has checked
// signatures and digests. All instants are milliseconds by the server's clock.

import type { HeldReason } from '../contract/desk/live.ts';

/**
 * A beacon that a device heard, signed for this sitting. `at`: what the server's clock showed. `elapsed`: what the
 * device believed at that moment, in milliseconds since the start, before the beacon corrected it. `seq`: the device's
 * last event at that moment.
 */
export type CheckedBeacon = {
  at: number;
  elapsed: number;
  seq: number;
  /** From this seq up to the beacon, the device measured after a restart, without having heard a beacon. */
  unsureFrom?: number | undefined;
};

/** The digest of the events with `after` < seq ≤ `upTo` arrived at `at`. */
export type FixedLog = { after: number; upTo: number; at: number };

export type DeviceEvidence = { beacons: readonly CheckedBeacon[]; fixed: FixedLog | null };
export const noEvidence: DeviceEvidence = { beacons: [], fixed: null };

export type Evidence = 'proven' | 'measured' | 'doubtful';

/** `doubt`: which two things contradict each other, or which proof is missing; null unless `evidence` is `doubtful`. */
export type Weighed = { evidence: Evidence; doubt: HeldReason | null };
const proven: Weighed = { evidence: 'proven', doubt: null };
const doubtful = (doubt: HeldReason): Weighed => ({ evidence: 'doubtful', doubt });

/**
 * A phone wakes its timers late and measures in whole milliseconds, so an act in time may be this much past the
 * deadline by its own measure.
 */
export const WAKING_SLACK_MS = 3_000;

/** A beacon may set a device's measure back by this much without the measure looking forged. */
const BACKWARD_SLACK_MS = 5_000;

/**
 * How far an honest measure may differ from a beacon: half of the longest round trip a phone waits for (ten seconds)
 * and some seconds of drift.
 */
export const MEASURE_SLACK_MS = 15_000;

export type Timed = { seq: number; elapsed: number; receivedAt: number };
type Span = { startedAt: number; deadline: number; transitMs: number };

/**
 * When a hand-over was sealed, from two statements: the candidate's phone says when it sealed the hand-over, and the
 * proctor's phone says when it took the hand-over in.
 * @param elapsed when it was sealed, in milliseconds since the start, by the candidate's phone
 * @param takenAt when it was taken in, by the server's clock as the proctor's phone knows it
 * @returns an instant that serves like a beacon heard at the sealing; null if the two statements contradict each other
 *   or lie further apart than the transit allowance: then nothing bounds the time of the work before the sealing
 */
export function sealedAt(
  elapsed: number,
  takenAt: number,
  { startedAt, transitMs }: Omit<Span, 'deadline'>,
): number | null {
  const believed = startedAt + elapsed;
  const agree = believed >= takenAt - transitMs && believed <= takenAt + MEASURE_SLACK_MS;
  return agree ? Math.min(believed, takenAt) : null;
}

/** When the server received the act, or a digest that holds it. */
export function fixedAt(
  { seq, receivedAt }: Omit<Timed, 'elapsed'>,
  fixed: FixedLog | null,
): number {
  const isCovered = fixed !== null && seq > fixed.after && seq <= fixed.upTo;
  return isCovered ? Math.min(receivedAt, fixed.at) : receivedAt;
}

/**
 * @param highestEarlier the greatest `elapsed` among the same device's earlier acts since the last beacon
 */
export function evidenceOf(
  act: Timed,
  { startedAt, deadline, transitMs }: Span,
  { beacons, fixed }: DeviceEvidence,
  highestEarlier: number,
): Weighed {
  const here = fixedAt(act, fixed);
  if (here <= deadline) return proven;
  // By the device's own measure the act came after the end, so nothing else can prove that it was in time.
  if (act.elapsed > deadline - startedAt + WAKING_SLACK_MS) return doubtful('after-end');
  if (here <= deadline + transitMs) return proven;
  if (act.elapsed < highestEarlier - BACKWARD_SLACK_MS) return doubtful('runs-back');
  const doubt = outsideBeacons(act, beacons, startedAt);
  return doubt ? doubtful(doubt) : { evidence: 'measured', doubt: null };
}

/**
 * Why the act's measure doesn't fit between the last beacon heard before it and the first heard after it; null if it
 * fits.
 */
function outsideBeacons(
  act: Timed,
  beacons: readonly CheckedBeacon[],
  startedAt: number,
): HeldReason | null {
  const before = beacons.reduce<CheckedBeacon | null>(
    (last, beacon) => (beacon.seq < act.seq && beacon.at >= (last?.at ?? 0) ? beacon : last),
    null,
  );
  const after = beacons.reduce<CheckedBeacon | null>(
    (first, beacon) =>
      beacon.seq >= act.seq && beacon.at < (first?.at ?? Number.POSITIVE_INFINITY) ? beacon : first,
    null,
  );
  if (!before) return 'not-heard-before';
  if (!after) return 'not-heard-after';
  if (after.unsureFrom !== undefined && act.seq >= after.unsureFrom) return 'restarted';
  const [earliest, latest] = [before.at - startedAt, after.at - startedAt];
  if (Math.abs(after.elapsed - latest) > MEASURE_SLACK_MS) return 'clock-differs';
  if (act.elapsed < earliest - MEASURE_SLACK_MS) return 'too-early';
  return act.elapsed > latest + MEASURE_SLACK_MS ? 'too-late' : null;
}

/** Whole minutes of silence from a device, before and after the end. */
export type Silence = { before: number; after: number };

const MINUTE_MS = 60_000;

/**
 * @param lastHeard the last instant before the deadline at which server and device are known to have heard each other
 * @param arrived when the last of the late work came
 */
export function silenceOf(deadline: number, lastHeard: number, arrived: number): Silence {
  const minutes = (ms: number) => Math.ceil(Math.max(0, ms) / MINUTE_MS);
  return { before: minutes(deadline - lastHeard), after: minutes(arrived - deadline) };
}
