// How many wrong passwords are too many. Nobody can lock anybody out: past a bound, wrong passwords only make
// the next try wait a few seconds (docs/decisions/021). The narrow bound is on one uid from one address, so
// that a guesser elsewhere doesn't slow a candidate down sooner than need be; the wide ones stop a guesser
// with many addresses or uids.
import type { Tally } from '#db/queries/throttles.ts';
import { type Limit, refuseFurther } from '../throttle/throttle.ts';

const QUARTER_HOUR = 15 * 60;
const DAY = 24 * 60 * 60;
/** 60 free tries and one every 15 seconds are at most 5,820 guesses a day at one uid, from however many addresses. */
const PAUSE_SECONDS = 15;

/** Past `bound` wrong passwords, each one more begins a `pause`. */
type Slowing = { bound: Limit; pause: Limit };

export type GuessLimits = { atUid: Slowing; fromAddressAtUid: Slowing; fromAddress: Slowing };

function slowing(key: string, most: number, seconds: number, pauseSeconds: number): Slowing {
  return {
    bound: { key, most, seconds },
    pause: { key: `${key}, pause`, most: 1, seconds: pauseSeconds },
  };
}

export function guessLimits(uid: string, address: string): GuessLimits {
  return {
    atUid: slowing(`guess ${uid}`, 60, DAY, PAUSE_SECONDS),
    fromAddressAtUid: slowing(`guess ${uid} from ${address}`, 10, QUARTER_HOUR, PAUSE_SECONDS),
    // A hall of five hundred behind one address, each of whom mistypes twice.
    fromAddress: slowing(`guess from ${address}`, 1_000, QUARTER_HOUR, 1),
  };
}

export function limitsOf(slowings: readonly Slowing[]): Limit[] {
  return slowings.flatMap(({ bound, pause }) => [bound, pause]);
}

/** @throws Problem throttled while a pause lasts that comes after too many wrong passwords */
export function refuseWhilePaused(
  slowings: readonly Slowing[],
  tallies: readonly Tally[],
  now: number,
): void {
  const counts = new Map(tallies.map(({ key, count }) => [key, count]));
  const past = slowings.filter(({ bound }) => (counts.get(bound.key) ?? 0) >= bound.most);
  refuseFurther(
    past.map(({ pause }) => pause),
    tallies,
    now,
  );
}
