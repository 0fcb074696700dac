// Puts an exam that is done with out of the ordinary list and choosers, and brings one back: archived or deleted, it is
// then as it was before. Nothing of candidates and results is touched either way (decision 57).
import { and, eq, sql } from 'drizzle-orm';
import type { Exam } from '#contract/wire/exams.ts';
import type { Orm } from '#db/client.ts';
import type { ExamRow } from '#db/queries/exams.ts';
import { exams } from '#db/schema/exams.ts';
import { sittings } from '#db/schema/sittings.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { findTooLarge } from './check-draft.ts';
import { toExam } from './to-exam.ts';

/** Nobody can apply for an archived one or open it, so one that is being sat is refused. It is archived once, however often asked. */
export async function archiveExam(
  deps: Deps,
  actor: string,
  id: string,
  seen: number | undefined,
): Promise<Exam> {
  return deps.db.transaction(async (tx) => {
    const before = await lockExam(tx, id, seen);
    if (before.hiddenAt !== null) throw new Problem('not-found');
    if (before.archivedFrom !== null) return toExam(before, true);
    const [sitting] = await tx
      .select({ id: sittings.id })
      .from(sittings)
      .where(and(eq(sittings.examId, id), eq(sittings.state, 'open')))
      .limit(1);
    if (sitting)
      throw new Problem('exam-in-use', {
        sentence: `“${before.name}” is being sat now. Archive it when everyone has submitted.`,
      });
    return write(deps, tx, actor, before, 'exam.archived', {
      status: 'Inactive',
      archivedFrom: before.status,
    });
  });
}

/**
 * Undoes its deletion where it is deleted, otherwise its archiving, which needs the version that was seen: the same call
 * twice does no more than once. One that the bank can't fill any more comes back Inactive.
 */
export async function bringBackExam(
  deps: Deps,
  actor: string,
  id: string,
  seen: number | undefined,
): Promise<Exam> {
  return deps.db.transaction(async (tx) => {
    const before = await lockExam(tx, id, seen);
    if (before.hiddenAt !== null)
      return write(deps, tx, actor, before, 'exam.brought-back', { hiddenAt: null });
    if (before.archivedFrom === null || seen === undefined) return toExam(before, true);
    const lacks = await findTooLarge(tx, before.sections);
    return write(deps, tx, actor, before, 'exam.brought-back', {
      status: lacks ? 'Inactive' : before.archivedFrom,
      archivedFrom: null,
    });
  });
}

async function lockExam(tx: Orm, id: string, seen: number | undefined): Promise<ExamRow> {
  const [before] = await tx.select().from(exams).where(eq(exams.id, id)).for('update');
  if (!before) throw new Problem('not-found');
  if (seen !== undefined && seen !== before.version) throw new Problem('changed-meanwhile');
  return before;
}

async function write(
  deps: Deps,
  tx: Orm,
  actor: string,
  { id, name }: ExamRow,
  action: 'exam.archived' | 'exam.brought-back',
  change: Partial<Pick<ExamRow, 'status' | 'archivedFrom' | 'hiddenAt'>>,
): Promise<Exam> {
  const [after] = await tx
    .update(exams)
    .set({ ...change, version: sql`${exams.version} + 1` })
    .where(eq(exams.id, id))
    .returning();
  if (!after) throw new Error('No row came back from the update');
  await recordAudit(tx, deps.now(), { actor, action, subject: id, detail: { name } });
  return toExam(after, true);
}
