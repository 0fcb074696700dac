/**
 * Sign-in: one read, one count, one password hash, one write. An unknown name and a wrong password can't be told
 * apart, by words or by time: a failure always compares with two hashes, the account's own (its password
 * and its one-time password) or one that nothing matches. Right passwords don't count. While others' guesses
 * make a new device wait, a one-time password still works: nobody can guess one, and it goes to the owner's phone.
 */

import { toUser } from '#api/services/users/read-user.ts';
import type { SessionReply } from '#contract/wire/users.ts';
import { instant } from '#db/instants.ts';
import { countTries } from '#db/queries/throttles.ts';
import { readForSignIn, type SignInRow } from '#db/queries/users.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { countTry, giveTryBack, isPast, limitsOf, pausedBy } from '../throttle/slowing.ts';
import { findUid } from './find-uid.ts';
import { guessLimits, limitsFor } from './guess-limits.ts';
import {
  looksLikeOneTimePassword,
  readOneTimePassword,
  unusableHash,
  verifyPassword,
} from './passwords.ts';
import { requireSecondFactor } from './second-factor.ts';
import { type NewSession, newSession } from './sessions.ts';
import { deviceToken, placeOf, RETURNING_HOME, returningHome } from './signed-in-before.ts';

export type Typed = {
  /** A uid, a mobile number or an e-mail address. */
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

export async function signIn(deps: Deps, typed: Typed): Promise<SignedIn> {
  const now = deps.now();
  const uid = await findUid(deps.db, typed.uid);
  const device = deviceToken(typed.device);
  const place = placeOf(deps, device, typed.address);
  const limits = guessLimits(uid, typed.address, place);
  const keys = limitsOf(Object.values(limits)).map(({ key }) => key);
  const { user, before, tallies } = await readForSignIn(deps.db, uid, place, keys, now);

  const slowings = limitsFor(limits, before, tallies);
  const paused = pausedBy(slowings, tallies, now);
  const crowded = pausedBy([limits.fromAddress], tallies, now);
  if (crowded && (paused || !before.device)) throw crowded;
  if (paused && !looksLikeOneTimePassword(typed.password)) throw paused;
  // A whole hall shares its address's count: who hasn't failed touches it only once it is past its bound.
  const { fromAddress } = limits;
  const counted = (paused ? [fromAddress] : slowings).filter(
    (each) => each !== fromAddress || isPast(fromAddress, tallies),
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

  // Told only to who has the password: a stranger learns nothing of anybody's account.
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
  if (right === 'password') await open(deps, session, home);
  else if (!(await spendOneTimePassword(deps, user, session, home)))
    throw new Problem('invalid-login');
  const isMissing =
    user.role === 'admin' && user.second_factor === null && deps.settings.secondFactorRequired;
  const missing = isMissing && { mustSetSecondFactor: true };
  const mustChangePassword = right === 'one-time' || user.must_change_password;
  return {
    reply: { user: { ...toUser(user), mustChangePassword, ...missing }, token: session.token },
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

async function open(
  deps: Deps,
  session: NewSession,
  home: readonly (string | number)[],
): Promise<void> {
  await deps.db.rows(
    `with ${RETURNING_HOME}
     insert into sessions (token_hash, uid, expires_at)
     values ($7, $3, ${instant('$8')})`,
    [...home, session.tokenHash, session.expiresAt.getTime()],
  );
}

/**
 * Works once. From here on the old password is void, every other session ends, every other device is forgotten,
 * and nothing works until a new password is chosen. False when another sign-in has just used it.
 */
async function spendOneTimePassword(
  deps: Deps,
  user: SignInRow,
  session: NewSession,
  home: readonly (string | number)[],
): Promise<boolean> {
  const used = await deps.db.rows(
    `with used as (
       update users set otp_hash = null, otp_expires_at = null, must_change_password = true, password_hash = $3
       where uid = $1 and otp_hash = $2 returning uid
     ), ended as (
       delete from sessions using used where sessions.uid = used.uid
     ), forgotten as (
       delete from signed_in_before using used where signed_in_before.uid = used.uid
     )
     select uid from used`,
    [user.uid, user.otp_hash, await unusableHash()],
  );
  if (used.length === 0) return false;
  await open(deps, session, home);
  return true;
}
