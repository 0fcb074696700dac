// Moves a finished exam out of the ordinary lists and choosers, and brings an archived or deleted exam back as it was before.
// Neither touches candidates or results (decision 57).
import { and, eq, sql } from 'drizzle-orm';
import type { Deps } from '#api/deps.ts';
import { Problem } from '#api/problem.ts';
import { recordAudit } from '#api/services/audit/record-audit.ts';
import { dropStartTexts } from '#api/services/messages/text-start.ts';
import type { Exam } from '#contract/wire/exams.ts';
import type { Orm } from '#db/client.ts';
import type { ExamRow } from '#db/queries/exams.ts';
import { readOpenQuestions } from '#db/queries/merit.ts';
import { exams } from '#db/schema/exams.ts';
import { enrolments } from '#db/schema/people.ts';
import { sittings } from '#db/schema/sittings.ts';
import { findTooLarge } from './check-draft.ts';
import { toExam } from './read-exams.ts';

/**
 * Nobody can apply for an archived exam or open it, so archiving is refused while candidates are sitting it. Archiving twice does
 * no more than archiving once.
 * @param despite whether the administrator was told what is still to be done with the exam and archives it anyway
 * @throws Problem not-found, changed-meanwhile, exam-in-use; invalid (despite) while something is still to be done with the exam
 */
export async function archiveExam(
  deps: Deps,
  actor: string,
  id: string,
  { version, despite }: { version?: number | undefined; despite: boolean },
): Promise<Exam> {
  const left = await leftToDo(deps, id);
  return deps.db.transaction(async (tx) => {
    const before = await lockExam(tx, id, version);
    if (before.hiddenAt !== null) throw new Problem('not-found');
    if (before.archivedFrom !== null) return toExam(before, true);
    await requireDone(tx, before, 'Archive', despite ? [] : left);
    return write(deps, tx, actor, before, 'exam.archived', {
      status: 'Inactive',
      archivedFrom: before.status,
    });
  });
}

/** @throws Problem exam-in-use while candidates are sitting the exam; invalid (despite), naming what is left to do */
async function requireDone(
  tx: Orm,
  { id, name }: ExamRow,
  act: 'Archive' | 'Delete',
  left: readonly string[],
): Promise<void> {
  const [sitting] = await tx
    .select({ id: sittings.id })
    .from(sittings)
    .where(and(eq(sittings.examId, id), eq(sittings.state, 'open')))
    .limit(1);
  if (sitting)
    throw new Problem('exam-in-use', {
      sentence: `Candidates are still taking “${name}”. ${act} it once everyone has submitted.`,
    });
  if (left.length > 0)
    throw new Problem('invalid', { fields: { despite: `“${name}”: ${left.join(', ')}.` } });
}

const people = (count: number) => (count === 1 ? '1 candidate' : `${count} candidates`);

async function leftToDo({ db }: Deps, id: string): Promise<string[]> {
  const open = await readOpenQuestions(db, [id]);
  const toCome = await db.orm.$count(
    enrolments,
    and(eq(enrolments.examId, id), eq(enrolments.status, 'Fees Paid')),
  );
  const late = open.heldActs + open.lateWork;
  return [
    late > 0 && `late work of ${people(late)} to decide`,
    open.documentsUnmarked > 0 && `documents of ${people(open.documentsUnmarked)} not marked`,
    toCome > 0 && `${people(toCome)} paid and not finished`,
  ].filter((said) => said !== false);
}

/**
 * Undoes the deletion of a deleted exam. Otherwise undoes its archiving, which needs the version that the administrator saw. The
 * same call twice does no more than once. An exam whose sections the bank can no longer fill comes back Inactive.
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
  action: 'exam.archived' | 'exam.brought-back' | 'exam.deleted',
  change: Partial<Pick<ExamRow, 'status' | 'archivedFrom' | 'hiddenAt'>>,
): Promise<Exam> {
  const [after] = await tx
    .update(exams)
    .set({ ...change, version: sql`${exams.version} + 1` })
    .where(eq(exams.id, id))
    .returning();
  if (!after) throw new Error('No row came back from the update');
  if (action !== 'exam.brought-back') await dropStartTexts(tx, id);
  await recordAudit(tx, deps.now(), { actor, action, subject: id, detail: { name } });
  return toExam(after, true);
}

// Deletes an exam: nobody sees it any more, but its candidates keep their results.

/**
 * Deleting takes the exam from its proctors and from candidates who have paid, so the desk refuses it under the same conditions as archiving.
 * @param version of the exam as the administrator saw it; undefined skips this check
 * @param despite whether the administrator was told what is still to be done with the exam; undefined skips these refusals
 * @throws Problem not-found, changed-meanwhile, exam-in-use; invalid (despite) while something is still to be done with the exam
 */
export async function hideExam(
  deps: Deps,
  actor: string,
  id: string,
  { version, despite }: { version: number | undefined; despite: boolean | undefined },
): Promise<void> {
  const left = despite === false ? await leftToDo(deps, id) : [];
  await deps.db.transaction(async (tx) => {
    const before = await lockExam(tx, id, undefined);
    if (before.hiddenAt !== null) throw new Problem('not-found');
    if (version !== undefined && version !== before.version) throw new Problem('changed-meanwhile');
    if (despite !== undefined) await requireDone(tx, before, 'Delete', left);
    await write(deps, tx, actor, before, 'exam.deleted', { hiddenAt: new Date(deps.now()) });
  });
}
