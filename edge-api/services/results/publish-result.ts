// The result PDF of an exam: publishing, replacing and removing it.

import { and, eq, isNull, sql } from 'drizzle-orm';
import { toExam } from '#api/services/exams/read-exams.ts';
import type { ActivityAction } from '#contract/desk/activity.ts';
import type { Exam } from '#contract/wire/exams.ts';
import type { Orm } from '#db/client.ts';
import { exams, files } from '#db/schema/exams.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { acceptPdf } from '../files/accept-pdf.ts';
import { keepContent, removeFile } from '../files/contents.ts';

/**
 * @param version of the exam as the administrator saw it; undefined skips this check
 * @throws Problem not-found, changed-meanwhile, wrong-file-kind, file-refused
 */
export async function publishResult(
  deps: Deps,
  actor: string,
  examId: string,
  pdf: File,
  version: number | undefined,
): Promise<Exam> {
  const accepted = await acceptPdf(new Uint8Array(await pdf.arrayBuffer()));
  const file = await keepContent(deps, { ...accepted, kind: 'result-pdf', name: pdf.name });
  return setResult(deps, examId, file, { actor, action: 'result.published', version });
}

/** @throws Problem changed-meanwhile; not-found, also when the exam has no result PDF */
export function takeBackResult(
  deps: Deps,
  actor: string,
  examId: string,
  version: number | undefined,
): Promise<Exam> {
  return setResult(deps, examId, null, { actor, action: 'result.deleted', version });
}

/** @param act `within`: what else to do in the same transaction */
export async function setResult(
  deps: Deps,
  examId: string,
  file: typeof files.$inferInsert | null,
  act: {
    actor: string;
    action: ActivityAction;
    version?: number | undefined;
    detail?: Record<string, unknown>;
    within?: (tx: Orm) => Promise<void>;
  },
): Promise<Exam> {
  const { before, after } = await deps.db.transaction(async (tx) => {
    const [before] = await tx
      .select()
      .from(exams)
      .where(and(eq(exams.id, examId), isNull(exams.hiddenAt)))
      .for('update');
    if (!before || (!file && !before.resultFileId)) throw new Problem('not-found');
    if (act.version !== undefined && act.version !== before.version)
      throw new Problem('changed-meanwhile');
    if (file) await tx.insert(files).values(file);
    const [after] = await tx
      .update(exams)
      .set({ resultFileId: file?.id ?? null, version: sql`${exams.version} + 1` })
      .where(eq(exams.id, examId))
      .returning();
    if (!after) throw new Error('No row came back from the update');
    await recordAudit(tx, deps.now(), {
      actor: act.actor,
      action: act.action,
      subject: examId,
      detail: { ...(file && { file: file.id, name: file.name }), ...act.detail },
    });
    await act.within?.(tx);
    return { before, after };
  });
  if (before.resultFileId) await removeFile(deps, before.resultFileId);
  return toExam(after, true);
}
