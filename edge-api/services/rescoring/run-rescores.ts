// Carries rescores on, a bounded piece of work at a time, so that candidates are answered in between and the
// server can stop. Safe in any number of processes.
import { asc, eq, inArray } from 'drizzle-orm';
import type { Deps } from '#api/deps.ts';
import { Problem } from '#api/problem.ts';
import { recordAudit } from '#api/services/audit/record-audit.ts';
import { newId } from '#api/services/new-id.ts';
import { countPapersWith } from '#api/services/questions/read-history.ts';
import type { Rescore } from '#contract/desk/rescores.ts';
import { findLatestRescore, lockOpenRescore } from '#db/queries/rescores.ts';
import { rescores } from '#db/schema/sittings.ts';
import { applyChanges } from './apply-changes.ts';
import { checkSittings } from './check-sittings.ts';
import { lockCurrentRevision, otherRevisionIds } from './corrected-question.ts';
import { readRescore } from './read-rescore.ts';

/** Two seconds or so. */
const MOST_PIECES = 20;

/** @returns how many pieces were done; 0 when nothing waits */
export async function runRescores(deps: Deps): Promise<number> {
  const due = await deps.db.orm
    .select({ id: rescores.id })
    .from(rescores)
    .where(inArray(rescores.state, ['checking', 'applying']))
    .orderBy(asc(rescores.askedAt), asc(rescores.id));
  let pieces = 0;
  for (const { id } of due) {
    try {
      while (pieces < MOST_PIECES && (await carryOn(deps, id))) pieces += 1;
    } catch (error) {
      // The others are not to wait for the one that fails; it is tried again in the next round.
      deps.log.error({ err: error, rescoreId: id }, 'rescore not carried on');
    }
  }
  return pieces;
}

async function carryOn(deps: Deps, id: string): Promise<boolean> {
  const [rescore] = await deps.db.orm.select().from(rescores).where(eq(rescores.id, id));
  if (rescore?.state === 'checking') await checkSittings(deps, rescore);
  else if (rescore?.state === 'applying') await applyChanges(deps, rescore);
  else return false;
  return true;
}

// Asks what a corrected key would change. Nothing is changed yet: the list is worked out beside the requests
// (run-rescores.ts) and waits for a person.

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
