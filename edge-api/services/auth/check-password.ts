// Asks somebody who is signed in for their password once more, before what a borrowed phone must not do.
// Guesses count for that session alone: what strangers try at the sign-in doesn't hinder its owner.
import { readForSignIn } from '#db/queries/users.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { countTry, giveTryBack, limitsOf, pausedBy, slowing } from '../throttle/slowing.ts';
import type { Caller } from './find-session.ts';
import { verifyPassword } from './hash-password.ts';

/** @throws Problem invalid (at the field `password`), throttled */
export async function checkPassword(
  deps: Deps,
  { uid, tokenHash }: Pick<Caller, 'uid' | 'tokenHash'>,
  password: string,
): Promise<void> {
  const slowings = [slowing(`guess ${uid} in ${tokenHash}`, 10, 15 * 60, 15)];
  const now = deps.now();
  const nowhere = { device: '', address: '' };
  const keys = limitsOf(slowings).map(({ key }) => key);
  const { user, tallies } = await readForSignIn(deps.db, uid, nowhere, keys, now);
  const paused = pausedBy(slowings, tallies, now);
  if (paused) throw paused;
  await countTry(deps, slowings);
  if (!user || !(await verifyPassword(user.password_hash, password, true)))
    throw new Problem('invalid', { fields: { password: 'This is not your current password.' } });
  await giveTryBack(deps, slowings);
}
