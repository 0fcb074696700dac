// How many wrong passwords are too many, and for whom. Nobody can lock another person out: guesses by strangers slow down
// only strangers (docs/decisions/026). A device that signed in before has limits of its own; so has an address that the
// owner signed in from before. A new address has some first tries whatever others did.

import { createHash, randomBytes } from 'node:crypto';
import { and, eq, ne, or } from 'drizzle-orm';
import type { Orm } from '#db/client.ts';
import { instant } from '#db/instants.ts';
import { type Tally, TRIES_GIVEN_BACK } from '#db/queries/throttles.ts';
import type { Place } from '#db/queries/users.ts';
import { signedInBefore } from '#db/schema/people.ts';
import type { Deps } from '../../deps.ts';
import { isPastBound, type Slowing, slowing } from '../throttle/throttle.ts';

const QUARTER_HOUR = 15 * 60;
const DAY = 24 * 60 * 60;
/** Past a limit, one try every 15 seconds is still allowed, so that the owner has to wait but isn't locked out. */
const PAUSE_SECONDS = 15;
const MOST_FROM_ONE = 10;
/** Tries at a uid that a new address has even while other strangers at that uid must wait. */
const FIRST_TRIES = 5;

type GuessLimits = {
  onDevice: Slowing;
  atUid: Slowing;
  byNewcomers: Slowing;
  fromAddressAtUid: Slowing;
  fromAddress: Slowing;
};

/**
 * Strangers together have at most 6,820 tries a day at one uid, from however many addresses: 60 + 1,000 at any speed, and
 * one every 15 seconds.
 */
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
    // Enough for an exam hall of five hundred behind one address, if everyone mistypes twice.
    fromAddress: slowing(`guess from ${address}`, 1_000, QUARTER_HOUR, 1),
  };
}

/** The limits that apply to a try, depending on where the owner signed in before and what was counted already. */
export function limitsFor(
  limits: GuessLimits,
  before: { device: boolean; address: boolean },
  tallies: readonly Tally[],
): Slowing[] {
  if (before.device) return [limits.onDevice];
  const { fromAddress, fromAddressAtUid, atUid, byNewcomers } = limits;
  if (before.address) return [fromAddress, fromAddressAtUid];
  const own = tallies.find(({ key }) => key === fromAddressAtUid.bound.key)?.count ?? 0;
  const isNew = isPastBound(atUid, tallies) && own < FIRST_TRIES;
  return [fromAddress, fromAddressAtUid, isNew ? byNewcomers : atUid];
}

// Where people signed in before (docs/decisions/026). Each browser keeps an opaque token; the server stores the token's hash
// with the uids that signed in from it, and a keyed hash of the address. After choosing a new password, only the place
// where it was chosen is remembered.

const DAY_MS = 24 * 60 * 60_000;
/** Long enough to last from one exam season to the next. */
export const DEVICE_DAYS = 400;
/** An address may be somebody else's a month later. */
const ADDRESS_DAYS = 30;
/** How many days after the last sign-in from it a place is forgotten. */
export const DAYS_KEPT = { device: DEVICE_DAYS, address: ADDRESS_DAYS } as const;
/** The most places of each kind that are kept for one uid; the oldest are removed. */
const MOST = 10;

const FORM = /^[\w-]{43}$/;

/** @param sent the browser's token, if it has one: it stays the same for everyone who signs in from that browser */
export function deviceToken(sent: string | null): string {
  return sent !== null && FORM.test(sent) ? sent : randomBytes(32).toString('base64url');
}

export function placeOfTry({ keys }: Pick<Deps, 'keys'>, token: string, address: string): Place {
  return {
    device: createHash('sha256').update(token).digest('base64url'),
    // Keyed, because addresses are few enough to find one from its plain hash by trying them all.
    address: keys.sign('address', address),
  };
}

/**
 * Common table expressions that store the place of a sign-in and take back its counted tries, for the statement that opens
 * the session. Their parameters are $1 to $6, from `returningHome`.
 */
export const RETURNING_HOME = `${TRIES_GIVEN_BACK}, worn as (
    delete from signed_in_before where (uid, kind, mark) in (
      select uid, kind, mark from (
        select *, row_number() over (partition by kind order by expires_at desc, mark) as place
        from signed_in_before where uid = $3 and mark not in ($4, $5)
      ) as others where place >= ${MOST})
  ), kept as (
    insert into signed_in_before (uid, kind, mark, expires_at) values
      ($3, 'address', $5, ${instant('$6')} + interval '${ADDRESS_DAYS} days'),
      ($3, 'device', $4, ${instant('$6')} + interval '${DEVICE_DAYS} days')
    on conflict (uid, kind, mark) do update set expires_at = excluded.expires_at
  )`;

/** @param counted `keys`: take one try back from each of these counts. `own`: the one among them to remove altogether */
export function returningHome(
  uid: string,
  place: Place,
  now: number,
  counted: { keys: readonly string[]; own: string },
): (string | number)[] {
  return [JSON.stringify(counted.keys), counted.own, uid, place.device, place.address, now];
}

/** Stores the place that somebody registered from. */
export async function keepPlace(tx: Orm, uid: string, place: Place, now: number): Promise<void> {
  await tx.insert(signedInBefore).values([
    { uid, kind: 'device', mark: place.device, expiresAt: new Date(now + DEVICE_DAYS * DAY_MS) },
    { uid, kind: 'address', mark: place.address, expiresAt: new Date(now + ADDRESS_DAYS * DAY_MS) },
  ]);
}

/** @param keep the place to remember, where a new password was just chosen; without it every place is forgotten */
export async function forgetPlaces(tx: Orm, uid: string, keep?: Place): Promise<void> {
  const other = keep && [
    or(
      and(eq(signedInBefore.kind, 'device'), ne(signedInBefore.mark, keep.device)),
      and(eq(signedInBefore.kind, 'address'), ne(signedInBefore.mark, keep.address)),
    ),
  ];
  await tx.delete(signedInBefore).where(and(eq(signedInBefore.uid, uid), ...(other ?? [])));
}
