// Asks somebody who is signed in for their password once more, before what a borrowed phone must not do.
// Guesses count as they do at sign-in.
import { countTries } from '#db/queries/throttles.ts';
import { readForSignIn } from '#db/queries/users.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { guessLimits, limitsOf, refuseWhilePaused } from './guess-limits.ts';
import { verifyPassword } from './hash-password.ts';
import { oneGuessAtATime } from './one-guess-at-a-time.ts';

/** @throws Problem invalid (at the field `password`), throttled */
export function checkPassword(
  deps: Deps,
  uid: string,
  password: string,
  address: string,
): Promise<void> {
  return oneGuessAtATime(uid, async () => {
    const now = deps.now();
    const slowings = Object.values(guessLimits(uid, address));
    const limits = limitsOf(slowings);
    const { user, tallies } = await readForSignIn(
      deps.db,
      uid,
      limits.map(({ key }) => key),
      now,
    );
    refuseWhilePaused(slowings, tallies, now);
    if (user && (await verifyPassword(user.password_hash, password))) return;
    await countTries(deps.db, now, limits);
    throw new Problem('invalid', { fields: { password: 'This is not your present password.' } });
  });
}
