// A new exam.
import type { Exam, ExamDraft } from '#contract/wire/exams.ts';
import { exams, files } from '#db/schema/exams.ts';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { newId } from '../new-id.ts';
import { checkDraft } from './check-draft.ts';
import { copyExamImage, keepExamImage } from './exam-image.ts';
import { toExam } from './to-exam.ts';

/** @throws Problem invalid, section-too-large, and those of the picture */
export async function createExam(
  deps: Deps,
  actor: string,
  draft: ExamDraft,
  picture: File | null,
): Promise<Exam> {
  const facts = await checkDraft(deps.db.orm, draft);
  const image =
    (await keepExamImage(deps, picture)) ??
    (draft.imageOf === undefined ? null : await copyExamImage(deps, draft.imageOf));
  return deps.db.transaction(async (tx) => {
    if (image) await tx.insert(files).values(image);
    const createdAt = new Date(deps.now());
    const [row] = await tx
      .insert(exams)
      .values({
        id: newId(),
        ...facts,
        start: draft.start ?? 'own',
        anotherDevice: draft.anotherDevice ?? 'self',
        imageFileId: image?.id ?? null,
        createdAt,
      })
      .returning();
    if (!row) throw new Error('No row came back from the insert');
    await recordAudit(tx, deps.now(), {
      actor,
      action: 'exam.created',
      subject: row.id,
      detail: { name: row.name },
    });
    return toExam(row, true);
  });
}
