// How many wrong passwords are too many, and for whom. Nobody can keep anybody out: what strangers do slows down
// strangers (docs/decisions/026). A device that signed in before has bounds of its own, an address that the owner
// signed in from has those of that address, and an address that is new has some first tries whatever others did.
import type { Tally } from '#db/queries/throttles.ts';
import type { Place } from '#db/queries/users.ts';
import { isPast, type Slowing, slowing } from '../throttle/throttle.ts';

const QUARTER_HOUR = 15 * 60;
const DAY = 24 * 60 * 60;
/** One try every 15 seconds is a wait, not a lockout. */
const PAUSE_SECONDS = 15;
const MOST_FROM_ONE = 10;
/** Tries that an address which is new to a uid has even while the uid's strangers wait. */
const FIRST_TRIES = 5;

export type GuessLimits = {
  onDevice: Slowing;
  atUid: Slowing;
  byNewcomers: Slowing;
  fromAddressAtUid: Slowing;
  fromAddress: Slowing;
};

/** Strangers have 60 + 1,000 free tries a day at one uid and one every 15 seconds, at most 6,820, from however many addresses. */
export function guessLimits(uid: string, address: string, { device }: Place): GuessLimits {
  const atUid = slowing(`guess ${uid}`, 60, DAY, PAUSE_SECONDS);
  return {
    onDevice: slowing(`guess ${uid} on ${device}`, MOST_FROM_ONE, QUARTER_HOUR, PAUSE_SECONDS),
    atUid,
    byNewcomers: {
      bound: { key: `guess ${uid}, newcomers`, most: 1_000, seconds: DAY },
      pause: atUid.pause,
    },
    fromAddressAtUid: slowing(
      `guess ${uid} from ${address}`,
      MOST_FROM_ONE,
      QUARTER_HOUR,
      PAUSE_SECONDS,
    ),
    // A hall of five hundred behind one address, each of whom mistypes twice.
    fromAddress: slowing(`guess from ${address}`, 1_000, QUARTER_HOUR, 1),
  };
}

/** Those of the limits that hold for a try, by what was counted and where its owner signed in before. */
export function limitsFor(
  limits: GuessLimits,
  before: { device: boolean; address: boolean },
  tallies: readonly Tally[],
): Slowing[] {
  if (before.device) return [limits.onDevice];
  const { fromAddress, fromAddressAtUid, atUid, byNewcomers } = limits;
  if (before.address) return [fromAddress, fromAddressAtUid];
  const own = tallies.find(({ key }) => key === fromAddressAtUid.bound.key)?.count ?? 0;
  const isNew = isPast(atUid, tallies) && own < FIRST_TRIES;
  return [fromAddress, fromAddressAtUid, isNew ? byNewcomers : atUid];
}
