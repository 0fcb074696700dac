// The office adds one candidate by hand: who came to the counter, or was forgotten on a list.
import type { NewCandidate } from '#contract/desk/candidates.ts';
import type { Deps } from '../../deps.ts';
import { ifFree, refuseTaken } from '../users/refuse-taken.ts';
import { addCandidates } from './add-candidates.ts';

/** @throws Problem email-taken, mobile-taken, invalid (examID) */
export async function addCandidate(
  deps: Deps,
  actor: string,
  { fullName, mobile, email, ...into }: NewCandidate,
): Promise<{ uid: string; validUntil: string }> {
  const person = { fullName, mobile, email };
  const { added, validUntil } = await ifFree(
    () => refuseTaken(deps.db.orm, { mobile, email: email?.toLowerCase() }, 'administrator'),
    () => addCandidates(deps, actor, [person], into),
  );
  return { uid: added[0]?.uid ?? '', validUntil };
}
