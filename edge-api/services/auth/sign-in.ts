/**
 * Sign-in: one read, one count, one password hash, one write. An unknown name and a wrong password can't be told
 * apart, by words or by time: a failure always compares with two hashes, the account's own (its password
 * and its one-time password) or one that nothing matches. Right passwords don't count. While others' guesses
 * make a new device wait, a one-time password still works: nobody can guess one, and it goes to the owner's phone.
 */

import { and, eq, isNotNull } from 'drizzle-orm';
import { findUid, toUser } from '#api/services/auth/find-user.ts';
import type { SessionReply } from '#contract/wire/users.ts';
import { instant } from '#db/instants.ts';
import { countTries } from '#db/queries/throttles.ts';
import { readForSignIn, type SignInRow } from '#db/queries/users.ts';
import { sessions, users } from '#db/schema/people.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { workInTurn } from '../in-turn.ts';
import { untilUnchanged } from '../sittings/try-again.ts';
import { countTry, giveTryBack, isPastBound, limitsOf, pausedBy } from '../throttle/throttle.ts';
import {
  deviceToken,
  guessLimits,
  limitsFor,
  placeOfTry,
  RETURNING_HOME,
  returningHome,
} from './guess-limits.ts';
import {
  looksLikeOneTimePassword,
  readOneTimePassword,
  unusableHash,
  verifyPassword,
} from './passwords.ts';
import { requireSecondFactor } from './second-factor.ts';
import { endsSessions, type NewSession, newSession } from './sessions.ts';

export type Typed = {
  /** A uid, a mobile number or an email address. */
  uid: string;
  password: string;
  /** A code of the second factor, where there is one. */
  otp?: string | undefined;
  address: string;
  /** The token that the browser keeps, if any. */
  device: string | null;
};
/** `device` is for the browser to keep. */
export type SignedIn = { reply: SessionReply; device: string };

export function signIn(deps: Deps, typed: Typed): Promise<SignedIn> {
  return untilUnchanged(() => trySignIn(deps, typed));
}

/** A herd waits for its hashes anyway. Read all at once, it would keep those already signed in waiting for a connection. */
const readInTurn = workInTurn({ atOnce: 2, longestQueue: 3_000 });

async function read(deps: Deps, typed: Typed, now: number) {
  const uid = await findUid(deps.db, typed.uid);
  const device = deviceToken(typed.device);
  const place = placeOfTry(deps, device, typed.address);
  const limits = guessLimits(uid, typed.address, place);
  const keys = limitsOf(Object.values(limits)).map(({ key }) => key);
  return { device, place, limits, ...(await readForSignIn(deps.db, uid, place, keys, now)) };
}

/** @returns null when something that ends sessions came between: it is judged again */
async function trySignIn(deps: Deps, typed: Typed): Promise<SignedIn | null> {
  const now = deps.now();
  const { device, place, limits, user, before, tallies } = await readInTurn(() =>
    read(deps, typed, now),
  );

  const slowings = limitsFor(limits, before, tallies);
  const paused = pausedBy(slowings, tallies, now);
  const crowded = pausedBy([limits.fromAddress], tallies, now);
  if (crowded && (paused || !before.device)) throw crowded;
  if (paused && !looksLikeOneTimePassword(typed.password)) throw paused;
  // A whole hall shares its address's count: who hasn't failed touches it only once it is past its bound.
  const { fromAddress } = limits;
  const counted = (paused ? [fromAddress] : slowings).filter(
    (each) => each !== fromAddress || isPastBound(fromAddress, tallies),
  );
  await countTry(deps, counted);

  let right: Right | null;
  try {
    right = await judge(user, typed.password, {
      onlyOneTime: paused !== null,
      ahead: before.device,
    });
  } catch (busy) {
    await giveTryBack(deps, counted); // nobody looked at it
    throw busy;
  }
  if (!user || !right) {
    if ((paused || !before.device) && !counted.includes(fromAddress))
      await countTries(deps.db, now, limitsOf([fromAddress]));
    throw paused ?? new Problem('invalid-login');
  }

  // Told only to someone who has the password: a stranger learns nothing of anybody's account.
  if (user.blocked) {
    await giveTryBack(deps, counted);
    throw new Problem('account-blocked');
  }
  if (user.second_factor !== null) {
    await giveTryBack(deps, counted);
    await requireSecondFactor(
      deps,
      {
        uid: user.uid,
        sealedSecret: user.second_factor,
        device: before.device ? place.device : null,
      },
      typed.otp,
    );
  }

  const session = newSession(now);
  const own = (before.device ? limits.onDevice : limits.fromAddressAtUid).bound.key;
  const home = returningHome(user.uid, place, now, {
    keys: user.second_factor === null ? limitsOf(counted).map(({ key }) => key) : [own],
    own,
  });
  const version =
    right === 'password' ? user.sign_in_version : await spendOneTimePassword(deps, user);
  if (version === null) throw new Problem('invalid-login');
  if (!(await open(deps, session, home, version))) return null;
  const isMissing =
    user.role === 'admin' && user.second_factor === null && deps.settings.secondFactorRequired;
  const missing = isMissing && { mustSetSecondFactor: true };
  const chooses = right === 'one-time' && { mustChangePassword: true };
  return {
    reply: { user: { ...toUser(user), ...chooses, ...missing }, token: session.token },
    device,
  };
}

type Right = 'password' | 'one-time';

async function judge(
  user: SignInRow | null,
  password: string,
  { onlyOneTime, ahead }: { onlyOneTime: boolean; ahead: boolean },
): Promise<Right | null> {
  const nobodys = await unusableHash();
  if (!onlyOneTime && (await verifyPassword(user?.password_hash ?? nobodys, password, ahead)))
    return 'password';
  const oneTime = readOneTimePassword(password);
  const isOneTime = await verifyPassword(user?.otp_hash ?? nobodys, oneTime, ahead);
  return isOneTime ? 'one-time' : null;
}

/**
 * A request that changes how the account is signed in to holds its row, or waits until this is written and sees the session.
 * @returns false when that was changed since it was judged: then nothing is opened
 */
async function open(
  deps: Deps,
  session: NewSession,
  home: readonly (string | number)[],
  version: number,
): Promise<boolean> {
  const opened = await deps.db.rows(
    `with judged as materialized (
       select uid from users where uid = $3 and sign_in_version = $9::int for share
     ), ${RETURNING_HOME}
     insert into sessions (token_hash, uid, expires_at)
     select $7, uid, ${instant('$8')} from judged returning uid`,
    [...home, session.tokenHash, session.expiresAt.getTime(), version],
  );
  return opened.length > 0;
}

/**
 * Works once. From here on the old password is void, every other session ends, and nothing works until a new password
 * is chosen, which forgets every other device. One statement after the other: the second sees the sessions that the first waited for.
 * @returns the version from then on; null when another sign-in has just used it
 */
async function spendOneTimePassword(
  deps: Deps,
  { uid, otp_hash }: SignInRow,
): Promise<number | null> {
  const passwordHash = await unusableHash();
  return deps.db.transaction(async (tx) => {
    const [used] = await tx
      .update(users)
      .set({
        // The hash stays until a new password is chosen, which can't be the same.
        otpExpiresAt: null,
        mustChangePassword: true,
        passwordHash,
        ...endsSessions,
      })
      .where(
        and(eq(users.uid, uid), eq(users.otpHash, otp_hash ?? ''), isNotNull(users.otpExpiresAt)),
      )
      .returning({ version: users.signInVersion });
    if (!used) return null;
    await tx.delete(sessions).where(eq(sessions.uid, uid));
    return used.version;
  });
}
