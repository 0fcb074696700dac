// A person confirms a rescore: from this transaction on, whatever is scored is scored by the corrected key, and
// the listed scores are changed one by one (run-rescores.ts).
import { and, count, eq, isNull, sql } from 'drizzle-orm';
import type { Rescore } from '#contract/desk/rescores.ts';
import { lockOpenRescore } from '#db/queries/rescores.ts';
import { keyCorrections } from '#db/schema/exams.ts';
import { rescoreChanges, rescores } from '#db/schema/sittings.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { carriedOver, lockCurrentRevision, otherRevisionIds } from './corrected-question.ts';
import { readRescore } from './read-rescore.ts';

/**
 * @param seen the version and the number of changes that were shown; anything else is not applied
 * @throws Problem changed-meanwhile
 */
export async function applyRescore(
  deps: Deps,
  actor: string,
  questionId: string,
  seen: { version: number; changes: number },
): Promise<Rescore> {
  // Revisions never change, so they are read before the question is locked; PGlite has one connection.
  const key = await readKey(deps, questionId);
  if (!key) throw new Problem('changed-meanwhile');
  await deps.db.transaction(async (tx) => {
    const current = await lockCurrentRevision(tx, questionId);
    const open = await lockOpenRescore(tx, questionId);
    if (!open) throw new Problem('changed-meanwhile');
    const [{ waiting } = { waiting: 0 }] = await tx
      .select({ waiting: count() })
      .from(rescoreChanges)
      .where(and(eq(rescoreChanges.rescoreId, open.id), isNull(rescoreChanges.appliedAt)));
    const isAsShown =
      open.state === 'ready' && open.version === seen.version && waiting === seen.changes;
    if (!isAsShown || open.keyRevisionId !== current || key.keyRevisionId !== current)
      throw new Problem('changed-meanwhile');
    const now = new Date(deps.now());
    if (key.carried.length > 0) {
      await tx
        .insert(keyCorrections)
        .values(
          key.carried.map((revisionId) => ({
            revisionId,
            keyRevisionId: current,
            correctedBy: actor,
            correctedAt: now,
          })),
        )
        .onConflictDoUpdate({
          target: keyCorrections.revisionId,
          set: {
            keyRevisionId: sql`excluded.key_revision_id`,
            correctedBy: sql`excluded.corrected_by`,
            correctedAt: sql`excluded.corrected_at`,
          },
        });
    }
    await tx
      .update(rescores)
      .set({ state: 'applying', version: open.version + 1, appliedBy: actor, appliedAt: now })
      .where(eq(rescores.id, open.id));
    await recordAudit(tx, deps.now(), {
      actor,
      action: 'question.rescored',
      subject: questionId,
      detail: { keyRevision: current, revisions: key.carried, changes: waiting },
    });
  });
  return readRescore(deps, questionId);
}

/** Null when no list waits to be confirmed. */
async function readKey(deps: Deps, questionId: string) {
  const [open] = await deps.db.orm
    .select({ keyRevisionId: rescores.keyRevisionId })
    .from(rescores)
    .where(and(eq(rescores.questionId, questionId), eq(rescores.state, 'ready')));
  if (!open) return null;
  const { keyRevisionId } = open;
  const others = await otherRevisionIds(deps.db.orm, questionId, keyRevisionId);
  const { carried } = await carriedOver(deps.db, others, keyRevisionId);
  return { keyRevisionId, carried };
}
