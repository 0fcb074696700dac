// Changes an exam. Once somebody has sat it, its sections, format, duration and start stand; a version that is
// sent along must still be the stored one.
import { isDeepStrictEqual } from 'node:util';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Exam, ExamDraft } from '#contract/wire/exams.ts';
import { type ExamRow, examsSat, findExam } from '#db/queries/exams.ts';
import { exams, files } from '#db/schema/exams.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { removeFile } from '../files/remove-file.ts';
import { giveUpOpened } from '../papers/give-up-opened.ts';
import { checkDraft } from './check-draft.ts';
import { keepExamImage } from './exam-image.ts';
import { toExam } from './to-exam.ts';

type Facts = Awaited<ReturnType<typeof checkDraft>>;

/** @throws Problem not-found, changed-meanwhile, exam-in-use, invalid, section-too-large, and those of the picture */
export async function changeExam(
  deps: Deps,
  actor: string,
  id: string,
  draft: ExamDraft,
  picture: File | null,
): Promise<Exam> {
  const facts = await checkDraft(deps.db.orm, draft, await findExam(deps.db.orm, id));
  const image = await keepExamImage(deps, picture);
  const { before, after } = await deps.db.transaction(async (tx) => {
    const [before] = await tx
      .select()
      .from(exams)
      .where(and(eq(exams.id, id), isNull(exams.hiddenAt)))
      .for('update');
    if (!before) throw new Problem('not-found');
    if (draft.version !== undefined && draft.version !== before.version)
      throw new Problem('changed-meanwhile');
    const start = draft.start ?? before.start;
    if (before.archivedFrom !== null && facts.status === 'Active')
      throw new Problem('invalid', {
        fields: { status: 'It is archived. Bring it back before you make it Active.' },
      });
    if (changesTheSitting(before, { ...facts, start }) && (await examsSat(tx, [id])).has(id))
      throw new Problem('exam-in-use');
    if (image) await tx.insert(files).values(image);
    if (startsAnew(before, { ...facts, start }, deps.now())) await giveUpOpened(tx, id);
    const [after] = await tx
      .update(exams)
      .set({
        ...facts,
        start,
        anotherDevice: draft.anotherDevice ?? before.anotherDevice,
        ...(losesItsKey(before, { ...facts, start }, deps.now()) && {
          keyVersion: sql`${exams.keyVersion} + 1`,
        }),
        ...(image && { imageFileId: image.id }),
        version: sql`${exams.version} + 1`,
      })
      .where(eq(exams.id, id))
      .returning();
    if (!after) throw new Error('No row came back from the update');
    await recordAudit(tx, deps.now(), {
      actor,
      action: 'exam.changed',
      subject: id,
      detail: { changed: changedKeys(before, after) },
    });
    return { before, after };
  });
  if (image && before.imageFileId) await removeFile(deps, before.imageFileId);
  return toExam(after, true);
}

type NewFacts = Facts & Pick<ExamRow, 'start'>;

function changesTheSitting(before: ExamRow, facts: NewFacts): boolean {
  return (
    before.format !== facts.format ||
    before.durationMinutes !== facts.durationMinutes ||
    before.start !== facts.start ||
    // Everybody's time runs from it.
    (facts.start === 'together' && moves(before, facts)) ||
    !isDeepStrictEqual(before.sections, facts.sections)
  );
}

const moves = (before: ExamRow, facts: NewFacts) =>
  before.startsAt.getTime() !== facts.startsAt.getTime();

/** Papers may have been read at the start that stood until now. */
function startsAnew(before: ExamRow, facts: NewFacts, now: number): boolean {
  return before.startsAt.getTime() <= now && (before.start !== facts.start || moves(before, facts));
}

/** A key that may be out opens nothing that starts later. */
function losesItsKey(before: ExamRow, facts: NewFacts, now: number): boolean {
  const mayBeOut = before.start === 'together' && before.startsAt.getTime() <= now;
  return before.start !== facts.start || (mayBeOut && moves(before, facts));
}

function changedKeys(before: ExamRow, after: ExamRow): string[] {
  return Object.entries(after).flatMap(([key, value]) =>
    key !== 'version' && !isDeepStrictEqual(value, before[key as keyof ExamRow]) ? [key] : [],
  );
}
