// What is known of the time of an act or a submission [AT8]. No device's word alone proves a time: what reached the
// server in time is proven; what came later is at best measured, between two of the server's signed words.
// Pure; signatures and digests have been checked before. All instants are milliseconds by the server's clock.

/**
 * A word of the server that a device heard, signed for this sitting: what the server's clock showed, what the device
 * had believed at that moment (milliseconds since the start, before the word set it right), and its last seq then.
 */
export type Word = {
  at: number;
  elapsed: number;
  seq: number;
  /** From this seq on the device measured after a restart without having heard the server again. */
  unsureFrom?: number | undefined;
};

/** Events above `after`, up to `upTo`, were fixed by their digest, received at `at`. */
export type FixedLog = { after: number; upTo: number; at: number };

export type DeviceEvidence = { words: readonly Word[]; fixed: FixedLog | null };
export const noEvidence: DeviceEvidence = { words: [], fixed: null };

export type Evidence = 'proven' | 'measured' | 'doubtful';

/**
 * A phone wakes its timers late and measures in whole milliseconds, so an act may be this much past
 * the deadline by its own measure and still be before it.
 */
export const WAKING_SLACK_MS = 3_000;

/** A device's measure may be set right by a word of the server by this much without looking forged. */
const BACKWARD_SLACK_MS = 5_000;

/**
 * How far an honest measure may be from the server's word: half of the longest round trip a phone waits for (ten
 * seconds) and some seconds of drift.
 */
const MEASURE_SLACK_MS = 15_000;

export type Timed = { seq: number; elapsed: number; receivedAt: number };
type Span = { startedAt: number; deadline: number; transitMs: number };

/** When the server had the act, or a digest that holds it. */
export function fixedAt(
  { seq, receivedAt }: Omit<Timed, 'elapsed'>,
  fixed: FixedLog | null,
): number {
  const isCovered = fixed !== null && seq > fixed.after && seq <= fixed.upTo;
  return isCovered ? Math.min(receivedAt, fixed.at) : receivedAt;
}

/**
 * @param highestEarlier the greatest `elapsed` among the same device's earlier acts
 */
export function evidenceOf(
  act: Timed,
  { startedAt, deadline, transitMs }: Span,
  { words, fixed }: DeviceEvidence,
  highestEarlier: number,
): Evidence {
  const here = fixedAt(act, fixed);
  if (here <= deadline) return 'proven';
  // By its own measure it came after the end: nothing else can speak for it.
  if (act.elapsed > deadline - startedAt + WAKING_SLACK_MS) return 'doubtful';
  if (here <= deadline + transitMs) return 'proven';
  if (act.elapsed < highestEarlier - BACKWARD_SLACK_MS) return 'doubtful';
  return isBracketed(act, words, startedAt) ? 'measured' : 'doubtful';
}

/** Between the last word heard before it and the first heard after it, by a measure that agrees with both. */
function isBracketed(act: Timed, words: readonly Word[], startedAt: number): boolean {
  const before = words.reduce<Word | null>(
    (last, word) => (word.seq < act.seq && word.at >= (last?.at ?? 0) ? word : last),
    null,
  );
  const after = words.reduce<Word | null>(
    (first, word) =>
      word.seq >= act.seq && word.at < (first?.at ?? Number.POSITIVE_INFINITY) ? word : first,
    null,
  );
  if (!before || !after) return false;
  if (after.unsureFrom !== undefined && act.seq >= after.unsureFrom) return false;
  const [earliest, latest] = [before.at - startedAt, after.at - startedAt];
  return (
    Math.abs(after.elapsed - latest) <= MEASURE_SLACK_MS &&
    act.elapsed >= earliest - MEASURE_SLACK_MS &&
    act.elapsed <= latest + MEASURE_SLACK_MS
  );
}

/** Whole minutes in which nothing was heard of a device, on both sides of the end. */
export type Silence = { before: number; after: number };

const MINUTE_MS = 60_000;

/**
 * @param lastHeard the last instant before the deadline at which the server is known to have heard the device, or
 * been heard by it
 * @param arrived when the last of the late work came
 */
export function silenceOf(deadline: number, lastHeard: number, arrived: number): Silence {
  const minutes = (ms: number) => Math.ceil(Math.max(0, ms) / MINUTE_MS);
  return { before: minutes(deadline - lastHeard), after: minutes(arrived - deadline) };
}
