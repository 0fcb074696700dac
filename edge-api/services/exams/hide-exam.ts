// Deletes an exam from everyone's sight; its candidates keep their results.
import { and, eq, isNull, sql } from 'drizzle-orm';
import { exams } from '#db/schema/exams.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { recordAudit } from '../audit/record-audit.ts';

/** @throws Problem not-found */
export async function hideExam(deps: Deps, actor: string, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [hidden] = await tx
      .update(exams)
      .set({ hiddenAt: new Date(deps.now()), version: sql`${exams.version} + 1` })
      .where(and(eq(exams.id, id), isNull(exams.hiddenAt)))
      .returning({ name: exams.name });
    if (!hidden) throw new Problem('not-found');
    await recordAudit(tx, deps.now(), {
      actor,
      action: 'exam.deleted',
      subject: id,
      detail: { name: hidden.name },
    });
  });
}
