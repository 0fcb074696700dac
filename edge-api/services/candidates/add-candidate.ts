// The office adds one candidate by hand: who came to the counter, or was forgotten on a list.
import type { NewCandidate } from '#contract/desk/candidates.ts';
import { violatedConstraint } from '#db/queries/read-error.ts';
import type { Deps } from '../../deps.ts';
import { refuseTaken } from '../users/refuse-taken.ts';
import { addCandidates } from './add-candidates.ts';

/** @throws Problem email-taken, mobile-taken, invalid (examID) */
export async function addCandidate(
  deps: Deps,
  actor: string,
  { fullName, mobile, email, ...into }: NewCandidate,
): Promise<{ uid: string; validUntil: string }> {
  const requireFree = () =>
    refuseTaken(deps.db.orm, { mobile, email: email?.toLowerCase() }, 'administrator');
  await requireFree();
  try {
    const { added, validUntil } = await addCandidates(
      deps,
      actor,
      [{ fullName, mobile, email }],
      into,
    );
    return { uid: added[0]?.uid ?? '', validUntil };
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === 'users_email' || constraint === 'users_mobile') await requireFree();
    throw error;
  }
}
