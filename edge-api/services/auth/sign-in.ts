/**
 * Sign-in: one read, one count of the try, one password hash, one write. Neither the reply nor its time reveals whether
 * the name is unknown or the password wrong: a failed try is always compared with two hashes, the account's (of its password
 * and its one-time password) or one that nothing matches. Tries with the right password don't count. While guesses by others
 * make a new device wait, a one-time password still works: nobody can guess it, and it goes to the owner's phone.
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
  /** A code of the second factor, if the user has one. */
  otp?: string | undefined;
  address: string;
  /** The device token that the browser sent, if it has one. */
  device: string | null;
};
/** `device`: the device token that the browser must keep. */
export type SignedIn = { reply: SessionReply; device: string };

export function signIn(deps: Deps, typed: Typed): Promise<SignedIn> {
  return untilUnchanged(() => trySignIn(deps, typed));
}

/**
 * When many people sign in at once, they wait for their password hashes anyway. If all of them were read at once, candidates
 * who are already signed in would have to wait for a database connection.
 */
const readInTurn = workInTurn({ atOnce: 2, longestQueue: 3_000 });

async function read(deps: Deps, typed: Typed, now: number) {
  const uid = await findUid(deps.db, typed.uid);
  const device = deviceToken(typed.device);
  const place = placeOfTry(deps, device, typed.address);
  const limits = guessLimits(uid, typed.address, place);
  const keys = limitsOf(Object.values(limits)).map(({ key }) => key);
  return { device, place, limits, ...(await readForSignIn(deps.db, uid, place, keys, now)) };
}

/** @returns null when something ended the user's sessions meanwhile, so that the try must be judged again */
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
  // A whole exam hall shares the count of its address. A try is counted there beforehand only if the count is past its limit
  // already; otherwise afterwards, if the try fails.
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
    await giveTryBack(deps, counted); // the password was never checked
    throw busy;
  }
  if (!user || !right) {
    if ((paused || !before.device) && !counted.includes(fromAddress))
      await countTries(deps.db, now, limitsOf([fromAddress]));
    throw paused ?? new Problem('invalid-login');
  }

  // Only someone with the right password hears that the account is blocked. A stranger learns nothing about it.
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
 * Opens the session. A request that at the same time changes how to sign in to the account either locks the user's row
 * first, or waits for this statement and then sees the session.
 * @returns false when such a change came after the try was judged; then no session is opened
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
 * Uses up the one-time password. From now on the old password is void, every other session has ended, and the user can do
 * nothing until they choose a new password, which forgets every other device. Two statements, because only a second one sees
 * the sessions that the first had to wait for.
 * @returns the new sign-in version; null when another sign-in has just used the one-time password
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
        // The hash stays until a new password is chosen, to refuse the one-time password as the new one.
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
