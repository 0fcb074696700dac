// The picture on an exam's card: as wide as a card ever is on a fine screen, and small to fetch.
import { findExam } from '#db/queries/exams.ts';
import type { Deps } from '../../deps.ts';
import { acceptPublicImage } from '../files/accept-image.ts';
import { keepContent } from '../files/keep-content.ts';
import { readFile } from '../files/read-file.ts';

const LONGEST_SIDE = 1_200;

/** @returns the row for `files`; null when no picture was sent. @throws as acceptImage */
export async function keepExamImage(deps: Deps, picture: File | null) {
  if (picture === null || picture.size === 0) return null;
  const accepted = await acceptPublicImage(
    new Uint8Array(await picture.arrayBuffer()),
    LONGEST_SIDE,
  );
  return keepContent(deps, { ...accepted, kind: 'exam-image', name: picture.name });
}

/** A file of its own, so that neither exam loses its picture with the other. Null where there is none to copy. */
export async function copyExamImage(deps: Deps, examId: string) {
  const exam = await findExam(deps.db.orm, examId);
  if (!exam?.imageFileId) return null;
  const { content, name } = await readFile(deps, exam.imageFileId, null, {});
  const mediaType = 'image/webp'; // as every exam picture is kept
  return keepContent(deps, { bytes: content, mediaType, kind: 'exam-image', name });
}
