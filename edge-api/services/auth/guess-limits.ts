// How many wrong passwords are too many. The narrow bound is on one uid from one address, so that nobody
// can lock out a candidate from elsewhere; the wide ones stop a guesser with many addresses or uids.
import type { Limit } from '../throttle/throttle.ts';

const WINDOW_SECONDS = 15 * 60;

export function guessLimits(uid: string, address: string): [Limit, Limit, Limit] {
  return [
    { key: `guess ${uid} from ${address}`, most: 10, seconds: WINDOW_SECONDS },
    { key: `guess ${uid}`, most: 60, seconds: WINDOW_SECONDS },
    // A hall of five hundred behind one address, each of whom mistypes twice.
    { key: `guess from ${address}`, most: 1_000, seconds: WINDOW_SECONDS },
  ];
}
