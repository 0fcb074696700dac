// The mark for a sitting's documents, given by a person: the section `Documents` of the result
// (decisions.md section 5). Settling a sitting anew leaves it alone, and it leaves the settled sections alone.
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { MarkableSitting, MarkRequest } from '#contract/desk/marking.ts';
import { exams } from '#db/schema/exams.ts';
import { results, sittings } from '#db/schema/sittings.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { readMarkable } from './read-markable.ts';

/** @throws Problem not-found (also while the sitting is open), changed-meanwhile */
export async function markDocuments(
  deps: Deps,
  actor: string,
  sittingId: string,
  { documents, reason, seen }: MarkRequest,
): Promise<MarkableSitting> {
  const hundredths = documents === null ? null : Math.round(documents * 100);
  await deps.db.transaction(async (tx) => {
    const [standing] = await tx
      .select({ documents: results.documents, at: results.documentsAt })
      .from(results)
      .innerJoin(sittings, eq(sittings.id, results.sittingId))
      .innerJoin(exams, eq(exams.id, sittings.examId))
      .where(
        and(
          eq(results.sittingId, sittingId),
          inArray(sittings.state, ['submitted', 'closed']),
          inArray(exams.format, ['DOC Upload', 'MIX']),
        ),
      )
      .for('update', { of: results });
    if (!standing) throw new Problem('not-found');
    // Two marks at one instant are told apart, so that `seen` names one of them.
    const at = Math.max(deps.now(), (standing.at?.getTime() ?? 0) + 1);
    const written = await tx
      .update(results)
      .set({
        documents: hundredths,
        documentsBy: hundredths === null ? null : actor,
        documentsAt: hundredths === null ? null : new Date(at),
        documentsReason: hundredths === null ? '' : reason,
      })
      .where(
        and(
          eq(results.sittingId, sittingId),
          seen === null ? isNull(results.documentsAt) : eq(results.documentsAt, new Date(seen)),
        ),
      )
      .returning({ sittingId: results.sittingId });
    if (written.length === 0) throw new Problem('changed-meanwhile');
    await recordAudit(tx, deps.now(), {
      actor,
      action: hundredths === null ? 'documents.mark-taken-back' : 'documents.marked',
      subject: sittingId,
      detail: { from: standing.documents, to: hundredths, reason },
    });
  });
  return readMarkable(deps, sittingId);
}
