// How many wrong passwords are too many, and for whom. Nobody can keep anybody out: what strangers do slows down
// strangers (docs/decisions/026). A device that signed in before has bounds of its own, an address that the owner
// signed in from has those of that address, and an address that is new has some first tries whatever others did.

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
/** One try every 15 seconds is a wait, not a lockout. */
const PAUSE_SECONDS = 15;
const MOST_FROM_ONE = 10;
/** Tries that an address which is new to a uid has even while the uid's strangers wait. */
const FIRST_TRIES = 5;

type GuessLimits = {
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
  const isNew = isPastBound(atUid, tallies) && own < FIRST_TRIES;
  return [fromAddress, fromAddressAtUid, isNew ? byNewcomers : atUid];
}

// Where people signed in before (docs/decisions/026): each browser keeps an opaque token, the server its hash
// with the uids that signed in by it, and a keyed hash of the address. A new password forgets all others.

const DAY_MS = 24 * 60 * 60_000;
/** From one exam season to the next. */
export const DEVICE_DAYS = 400;
/** An address may be somebody else's a month later. */
const ADDRESS_DAYS = 30;
/** How long after the last sign-in from it a place is forgotten. */
export const DAYS_KEPT = { device: DEVICE_DAYS, address: ADDRESS_DAYS } as const;
/** Of each kind for one uid; the oldest go. */
const MOST = 10;

const FORM = /^[\w-]{43}$/;

/** @param sent what the browser keeps, if anything: a machine that several people use has one token for all */
export function deviceToken(sent: string | null): string {
  return sent !== null && FORM.test(sent) ? sent : randomBytes(32).toString('base64url');
}

export function placeOfTry({ keys }: Pick<Deps, 'keys'>, token: string, address: string): Place {
  return {
    device: createHash('sha256').update(token).digest('base64url'),
    // There are few addresses: a plain hash would tell which it is.
    address: keys.sign('address', address),
  };
}

/**
 * Common table expressions that keep a place and give counted tries back, for the statement that opens a session;
 * their parameters are $1 to $6.
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

/** @param counted keys of the tries that go back, and `own`: wrong passwords that the owner typed here before */
export function returningHome(
  uid: string,
  place: Place,
  now: number,
  counted: { keys: readonly string[]; own: string },
): (string | number)[] {
  return [JSON.stringify(counted.keys), counted.own, uid, place.device, place.address, now];
}

/** After a registration. */
export async function keepPlace(tx: Orm, uid: string, place: Place, now: number): Promise<void> {
  await tx.insert(signedInBefore).values([
    { uid, kind: 'device', mark: place.device, expiresAt: new Date(now + DEVICE_DAYS * DAY_MS) },
    { uid, kind: 'address', mark: place.address, expiresAt: new Date(now + ADDRESS_DAYS * DAY_MS) },
  ]);
}

/** @param keep where they are now, after choosing a new password; without it every place is forgotten */
export async function forgetPlaces(tx: Orm, uid: string, keep?: Place): Promise<void> {
  const other = keep && [
    or(
      and(eq(signedInBefore.kind, 'device'), ne(signedInBefore.mark, keep.device)),
      and(eq(signedInBefore.kind, 'address'), ne(signedInBefore.mark, keep.address)),
    ),
  ];
  await tx.delete(signedInBefore).where(and(eq(signedInBefore.uid, uid), ...(other ?? [])));
}
