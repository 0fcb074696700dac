/**
 * Sign-in: one read, one password hash, one write. An unknown uid and a wrong password can't be told
 * apart, by words or by time: a failure always compares with two hashes, the account's own (its password
 * and its one-time password) or one that nothing matches. Only failures are counted. While others' guesses
 * make the uid wait, a one-time password still works: nobody can guess one, and it goes to the owner's phone.
 */
import type { SessionReply } from '#contract/users.ts';
import { countTries } from '#db/queries/throttles.ts';
import { readForSignIn } from '#db/queries/users.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { normaliseUid } from '../users/normalise-uid.ts';
import { toUser } from '../users/to-user.ts';
import { guessLimits, limitsOf, refuseWhilePaused } from './guess-limits.ts';
import { unusableHash, verifyPassword } from './hash-password.ts';
import { type NewSession, newSession } from './new-session.ts';
import { oneGuessAtATime } from './one-guess-at-a-time.ts';
import { looksLikeOneTimePassword, readOneTimePassword } from './one-time-password.ts';

export function signIn(
  deps: Deps,
  typed: { uid: string; password: string; address: string },
): Promise<SessionReply> {
  const uid = normaliseUid(typed.uid);
  return oneGuessAtATime(uid, async () => {
    const now = deps.now();
    const { atUid, fromAddressAtUid, fromAddress } = guessLimits(uid, typed.address);
    const limits = limitsOf([atUid, fromAddressAtUid, fromAddress]);
    const { user, tallies } = await readForSignIn(
      deps.db,
      uid,
      limits.map(({ key }) => key),
      now,
    );
    refuseWhilePaused([fromAddress], tallies, now);
    const session = newSession(now);
    const nobodys = await unusableHash();
    const byOneTimePassword = async (): Promise<SessionReply | null> => {
      const oneTime = readOneTimePassword(typed.password);
      if (!(await verifyPassword(user?.otp_hash ?? nobodys, oneTime)) || !user?.otp_hash)
        return null;
      if (!(await spendOneTimePassword(deps, uid, user.otp_hash, nobodys, session))) return null;
      return { user: { ...toUser(user), mustChangePassword: true }, token: session.token };
    };
    try {
      refuseWhilePaused([atUid, fromAddressAtUid], tallies, now);
    } catch (refusal) {
      if (!looksLikeOneTimePassword(typed.password)) throw refusal;
      const reply = await byOneTimePassword();
      if (reply) return reply;
      await countTries(deps.db, now, limitsOf([fromAddress]));
      throw refusal;
    }
    if (user && (await verifyPassword(user.password_hash, typed.password))) {
      const own = fromAddressAtUid.bound.key;
      await store(deps, uid, session, tallies.some(({ key }) => key === own) ? own : null);
      return { user: toUser(user), token: session.token };
    }
    if (!user) await verifyPassword(nobodys, typed.password);
    const reply = await byOneTimePassword();
    if (reply) return reply;
    await countTries(deps.db, now, limits);
    throw new Problem('invalid-login');
  });
}

async function store(
  deps: Deps,
  uid: string,
  session: NewSession,
  forget: string | null,
): Promise<void> {
  const cleared = forget === null ? '' : 'with cleared as (delete from throttles where key = $4)';
  await deps.db.rows(
    `${cleared} insert into sessions (token_hash, uid, expires_at) values ($1, $2, to_timestamp($3::double precision / 1000))`,
    [session.tokenHash, uid, session.expiresAt.getTime(), ...(forget === null ? [] : [forget])],
  );
}

/**
 * Works once. From here on the old password is void, every other session ends, and nothing works until
 * a new password is chosen. False when another sign-in has just used it.
 */
async function spendOneTimePassword(
  deps: Deps,
  uid: string,
  otpHash: string,
  nobodys: string,
  session: NewSession,
): Promise<boolean> {
  const used = await deps.db.rows(
    `with used as (
       update users set otp_hash = null, otp_expires_at = null, must_change_password = true, password_hash = $3
       where uid = $1 and otp_hash = $2 returning uid
     ), ended as (
       delete from sessions using used where sessions.uid = used.uid
     )
     insert into sessions (token_hash, uid, expires_at)
     select $4, uid, to_timestamp($5::double precision / 1000) from used returning uid`,
    [uid, otpHash, nobodys, session.tokenHash, session.expiresAt.getTime()],
  );
  return used.length === 1;
}
