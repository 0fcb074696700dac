// Changes an exam. Once somebody has sat it, its sections, format, duration and start can't change. If the request names a version,
// it must be the stored one.
import { isDeepStrictEqual } from 'node:util';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Deps } from '#api/deps.ts';
import { Problem } from '#api/problem.ts';
import { recordAudit } from '#api/services/audit/record-audit.ts';
import { acceptPublicImage } from '#api/services/files/accept-image.ts';
import { keepContent, removeFile } from '#api/services/files/contents.ts';
import { readFile } from '#api/services/files/read-file.ts';
import { dropStartTexts } from '#api/services/messages/text-start.ts';
import { newId } from '#api/services/new-id.ts';
import { giveUpOpened } from '#api/services/papers/draw-prepared.ts';
import type { ExamDraft } from '#contract/desk/exam-draft.ts';
import type { Exam } from '#contract/wire/exams.ts';
import { type ExamRow, examsSat, findExam } from '#db/queries/exams.ts';
import { violatedConstraint } from '#db/queries/read-error.ts';
import { exams, files } from '#db/schema/exams.ts';
import { checkDraft } from './check-draft.ts';
import { toExam } from './read-exams.ts';

type Facts = Awaited<ReturnType<typeof checkDraft>>;

/** @throws Problem not-found, changed-meanwhile, exam-in-use, invalid, section-too-large, and the problems of the picture */
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
        fields: { status: 'It’s archived. Bring it back before you make it Active.' },
      });
    if (changesTheSitting(before, { ...facts, start }) && (await examsSat(tx, [id])).has(id))
      throw new Problem('exam-in-use');
    if (image) await tx.insert(files).values(image);
    if (restarts(before, { ...facts, start }, deps.now())) await giveUpOpened(tx, id);
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
    if (before.startsAt.getTime() !== after.startsAt.getTime() || after.status !== 'Active')
      await dropStartTexts(tx, id);
    await recordAudit(tx, deps.now(), {
      actor,
      action: 'exam.changed',
      subject: id,
      detail: whatChanged(before, after),
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
    // Everybody's time runs from the exam's start.
    (facts.start === 'together' && moves(before, facts)) ||
    !isDeepStrictEqual(before.sections, facts.sections)
  );
}

const moves = (before: ExamRow, facts: NewFacts) =>
  before.startsAt.getTime() !== facts.startsAt.getTime();

/** True when candidates may already have read papers at the old start. */
function restarts(before: ExamRow, facts: NewFacts, now: number): boolean {
  return before.startsAt.getTime() <= now && (before.start !== facts.start || moves(before, facts));
}

/** Whether the exam needs a new key, so that a key which may already be public opens nothing that starts later. */
function losesItsKey(before: ExamRow, facts: NewFacts, now: number): boolean {
  const mayBeOut = before.start === 'together' && before.startsAt.getTime() <= now;
  return before.start !== facts.start || (mayBeOut && moves(before, facts));
}

/** Fields that the log names without their values: too long for a line, or unreadable to people. */
const ONLY_NAMED: ReadonlySet<string> = new Set(['sections', 'description', 'imageFileId']);

/** Old and new values, as the activity log stores them. */
function whatChanged(before: ExamRow, after: ExamRow): Record<string, unknown> {
  const keys = (Object.keys(after) as (keyof ExamRow)[]).filter(
    (key) => key !== 'version' && !isDeepStrictEqual(after[key], before[key]),
  );
  const named = keys.filter((key) => ONLY_NAMED.has(key));
  return {
    ...Object.fromEntries(
      keys
        .filter((key) => !ONLY_NAMED.has(key))
        .map((key) => [key, { from: before[key], to: after[key] }]),
    ),
    ...(named.length > 0 && { changed: named }),
  };
}

// Creates an exam.

/** Of an exam that nobody has changed. */
const FIRST_VERSION = 1;

/**
 * A request sent twice, with the id that its screen made, creates one exam. What was typed between the two tries counts.
 * @throws Problem invalid, section-too-large, the problems of the picture, and of changeExam where it has been created before
 */
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
  const wanted = {
    id: draft.id ?? newId(),
    ...facts,
    start: draft.start ?? ('own' as const),
    anotherDevice: draft.anotherDevice ?? ('self' as const),
  };
  try {
    return await insertExam(deps, actor, wanted, image);
  } catch (error) {
    if (draft.id === undefined || violatedConstraint(error) !== 'exams_pkey') throw error;
    const before = await findExam(deps.db.orm, draft.id);
    if (before && picture === null && isDeepStrictEqual({ ...before, ...wanted }, before))
      return toExam(before, true);
    return changeExam(deps, actor, draft.id, { ...draft, version: FIRST_VERSION }, picture);
  }
}

type Image = Awaited<ReturnType<typeof keepExamImage>>;

function insertExam(
  deps: Deps,
  actor: string,
  wanted: Omit<typeof exams.$inferInsert, 'imageFileId' | 'createdAt'>,
  image: Image,
): Promise<Exam> {
  return deps.db.transaction(async (tx) => {
    if (image) await tx.insert(files).values(image);
    const [row] = await tx
      .insert(exams)
      .values({ ...wanted, imageFileId: image?.id ?? null, createdAt: new Date(deps.now()) })
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

// The picture on an exam's card: as wide as the card gets on a high-resolution screen, and small to download.

const LONGEST_SIDE = 1_200;

/** @returns the row for `files`; null when no picture was sent. @throws the problems of acceptImage */
async function keepExamImage(deps: Deps, picture: File | null) {
  if (picture === null || picture.name === '') return null; // a file field left empty
  const accepted = await acceptPublicImage(
    new Uint8Array(await picture.arrayBuffer()),
    LONGEST_SIDE,
  );
  return keepContent(deps, { ...accepted, kind: 'exam-image', name: picture.name });
}

/** Makes a separate file, so that deleting one exam's picture leaves the other's. Null when there is no picture to copy. */
async function copyExamImage(deps: Deps, examId: string) {
  const exam = await findExam(deps.db.orm, examId);
  if (!exam?.imageFileId) return null;
  const { content, name } = await readFile(deps, exam.imageFileId, null, {});
  const mediaType = 'image/webp'; // every exam picture is stored as WebP
  return keepContent(deps, { bytes: content, mediaType, kind: 'exam-image', name });
}
