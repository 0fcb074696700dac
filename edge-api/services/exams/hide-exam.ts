// Deletes an exam from everyone's sight; its candidates keep their results.
import { and, eq, isNull, sql } from 'drizzle-orm';
import { exams } from '#db/schema/exams.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { recordAudit } from '../audit/record-audit.ts';

/**
 * @param version of the exam as the administrator saw it, where they say so
 * @throws Problem not-found, changed-meanwhile
 */
export async function hideExam(
  deps: Deps,
  actor: string,
  id: string,
  version: number | undefined,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [before] = await tx
      .select({ version: exams.version })
      .from(exams)
      .where(and(eq(exams.id, id), isNull(exams.hiddenAt)))
      .for('update');
    if (!before) throw new Problem('not-found');
    if (version !== undefined && version !== before.version) throw new Problem('changed-meanwhile');
    const [hidden] = await tx
      .update(exams)
      .set({ hiddenAt: new Date(deps.now()), version: sql`${exams.version} + 1` })
      .where(eq(exams.id, id))
      .returning({ name: exams.name });
    if (!hidden) throw new Error('No row came back from the update');
    await recordAudit(tx, deps.now(), {
      actor,
      action: 'exam.deleted',
      subject: id,
      detail: { name: hidden.name },
    });
  });
}
