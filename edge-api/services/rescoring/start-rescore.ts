// Asks what a corrected key would change. Nothing is changed yet: the list is worked out beside the requests
// (run-rescores.ts) and waits for a person.
import { eq } from 'drizzle-orm';
import type { Rescore } from '#contract/desk/rescores.ts';
import { findLatestRescore, lockOpenRescore } from '#db/queries/rescores.ts';
import { rescores } from '#db/schema/sittings.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { newId } from '../new-id.ts';
import { countPapersWith } from '../questions/used-in.ts';
import { lockCurrentRevision, otherRevisionIds } from './corrected-question.ts';
import { readRescore } from './read-rescore.ts';

/**
 * Asked again for the same key it goes on with what is there; a question corrected once more begins anew.
 * @throws Problem not-found
 */
export async function startRescore(
  deps: Deps,
  actor: string,
  questionId: string,
): Promise<Rescore> {
  await deps.db.transaction(async (tx) => {
    const keyRevisionId = await lockCurrentRevision(tx, questionId);
    if (keyRevisionId === null) throw new Problem('not-found');
    const latest = await findLatestRescore(tx, questionId);
    if (latest?.keyRevisionId === keyRevisionId) return;
    const open = await lockOpenRescore(tx, questionId);
    if (open) await tx.delete(rescores).where(eq(rescores.id, open.id));
    const others = await otherRevisionIds(tx, questionId, keyRevisionId);
    const papers = await countPapersWith(tx, others);
    await tx.insert(rescores).values({
      id: newId(),
      questionId,
      keyRevisionId,
      state: 'checking',
      version: (latest?.version ?? 0) + 1, // so that a list shown before is never taken for this one
      askedBy: actor,
      askedAt: new Date(deps.now()),
      papers,
    });
    await recordAudit(tx, deps.now(), {
      actor,
      action: 'question.rescore-asked',
      subject: questionId,
      detail: { keyRevision: keyRevisionId, papers },
    });
  });
  return readRescore(deps, questionId);
}
