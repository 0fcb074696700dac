// Takes in a page of a document answer, once, under the hash of what the candidate sent (decision 8).
import { createHash } from 'node:crypto';
import { and, asc, eq, ne } from 'drizzle-orm';
import * as z from 'zod/mini';
import { settingNow } from '#api/services/settings/settings.ts';
import { problems } from '#contract/wire/problems.ts';
import { type DocumentReply, LARGEST_PAGE, MOST_PAGES } from '#contract/wire/sync.ts';
import { instant } from '#db/instants.ts';
import { pageCame } from '#db/queries/marking.ts';
import { files } from '#db/schema/exams.ts';
import { documentParts, sittingDocuments, sittings } from '#db/schema/sittings.ts';
import { awaitedPages } from '#machines/sitting/rules.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { type AcceptedFile, acceptImage, kindOf } from '../files/accept-image.ts';
import { acceptPdf, pdfStart } from '../files/accept-pdf.ts';
import { cleanFileName, storeContent } from '../files/contents.ts';
import { fewAtOnce } from '../in-turn.ts';
import type { WholeSitting } from './read-sitting.ts';
import { timesOf } from './settle.ts';

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/**
 * A page may come while the sitting is open or a submission may still be on its way. Later it may come if the log names it in a list that
 * counts or that waits for a person: then only the bytes are late.
 * @throws Problem already-submitted, too-large, wrong-file-kind (an MCQ exam)
 */
async function requireRoomFor(deps: Deps, sitting: WholeSitting, sha256: string): Promise<void> {
  if (sitting.documentsHeld.has(sha256)) return;
  if (sitting.format === 'MCQ')
    throw new Problem('wrong-file-kind', { sentence: 'This exam doesn’t take documents.' });
  const { transitSeconds } = await settingNow(deps, 'policies');
  const isOpen =
    sitting.state === 'open' && deps.now() <= sitting.deadline + transitSeconds * 1_000;
  if (!isOpen && !awaitedPages(sitting.log, sitting.submissions, timesOf(sitting)).has(sha256))
    throw new Problem('already-submitted');
  if (sitting.documentsHeld.size >= MOST_PAGES * 2)
    throw new Problem('too-large', { sentence: `You can submit up to ${MOST_PAGES} pages.` });
}

/** @throws Problem as requireRoomFor; file-refused when the content isn't a page */
export async function receiveDocument(
  deps: Deps,
  sitting: WholeSitting,
  page: { bytes: Uint8Array; name: string },
): Promise<void> {
  const sha256 = hashOf(page.bytes);
  if (sitting.documentsHeld.has(sha256)) return;
  await requireRoomFor(deps, sitting, sha256);
  const { bytes, mediaType } = await acceptDocument(page.bytes);
  const id = await storeContent(deps, bytes);
  const at = new Date(deps.now());
  const isNew = await deps.db.transaction(async (tx) => {
    await tx.insert(files).values({
      id,
      kind: 'document',
      name: cleanFileName(page.name, mediaType),
      mediaType,
      bytes: bytes.length,
      sha256: hashOf(bytes),
      uid: sitting.uid,
      createdAt: at,
    });
    const added = await tx
      .insert(sittingDocuments)
      .values({ sittingId: sitting.id, sha256, fileId: id, receivedAt: at })
      .onConflictDoNothing()
      .returning({ fileId: sittingDocuments.fileId });
    // The same page came at the same moment, and its other copy is kept.
    if (added.length === 0) await tx.delete(files).where(eq(files.id, id));
    else await pageCame(tx, { sittingId: sitting.id, sha256, at });
    return added.length === 1;
  });
  sitting.documentsHeld.add(sha256);
  if (!isNew) await deps.files.remove(id);
}

// Checks one page of a document answer: a photo or a PDF, recognised by its content.

/** @throws Problem wrong-file-kind, too-large, file-refused */
export async function acceptDocument(bytes: Uint8Array): Promise<AcceptedFile> {
  if (bytes.length === 0) throw new Problem('file-refused', { sentence: 'This file is empty.' });
  const kind = kindOf(bytes);
  if (kind === 'jpeg' || kind === 'png') return acceptImage(bytes);
  if (pdfStart(bytes) !== -1) return acceptPdf(bytes);
  throw new Problem('wrong-file-kind', {
    sentence: 'Please choose photos (JPEG or PNG) or PDF files.',
  });
}

// A large page comes in pieces and resumes where it stopped. Each piece is stored until the page is complete and its hash is right.

type Piece = { sha256: string; start: number; size: number; bytes: Uint8Array; name: string };

export async function howFar(
  deps: Deps,
  sitting: WholeSitting,
  sha256: string,
): Promise<DocumentReply> {
  const { start, whole } = await countPieces(deps, sitting, sha256);
  return { start, whole };
}

async function countPieces(deps: Deps, sitting: WholeSitting, sha256: string) {
  if (sitting.documentsHeld.has(sha256)) return { start: 0, whole: true, pieces: 0 };
  const pieces = await readPieces(deps, sitting.id, sha256);
  const start = pieces.reduce((end, piece) => end + piece.bytes, 0);
  return { start, whole: false, pieces: pieces.length };
}

/** The largest page in pieces a quarter of the app's size. The number is limited because each piece is a file of its own until the page is complete. */
const MOST_PIECES = Math.ceil(LARGEST_PAGE / 16_384);

/** A piece that doesn't continue where the server stopped changes nothing; the reply says where to continue. */
export async function receivePiece(
  deps: Deps,
  sitting: WholeSitting,
  piece: Piece,
): Promise<DocumentReply> {
  if (piece.size > LARGEST_PAGE)
    throw new Problem('too-large', { sentence: 'A page can be up to 10 MB.' });
  await requireRoomFor(deps, sitting, piece.sha256);
  const { pieces, ...before } = await countPieces(deps, sitting, piece.sha256);
  // All pieces are here, but something temporary prevented assembling them.
  if (pieces > 0 && before.start === piece.size) return assembleInTurn(deps, sitting, piece);
  if (pieces >= MOST_PIECES)
    throw new Problem('too-large', {
      sentence: 'This page arrived in too many small pieces. Please add it again.',
    });
  if (before.whole || before.start !== piece.start || piece.bytes.length === 0) return before;
  const end = piece.start + piece.bytes.length;
  if (end > piece.size)
    throw new Problem('invalid', { fields: { size: 'is smaller than the piece says' } });

  const fileId = await storeContent(deps, piece.bytes);
  const isNew = await keepPiece(deps, sitting.id, piece, fileId).catch(async (refusal: unknown) => {
    await deps.files.remove(fileId);
    throw refusal;
  });
  if (!isNew) await deps.files.remove(fileId);
  return end === piece.size ? assembleInTurn(deps, sitting, piece) : { start: end, whole: false };
}

/**
 * Stores a piece, and limits how many unfinished pages a sitting may have, because they would fill the disk. The sitting's row is locked,
 * so that pages begun at the same moment are counted one after another.
 * @returns false when the same piece came at the same moment @throws Problem too-large
 */
function keepPiece(
  deps: Deps,
  sittingId: string,
  { sha256, start, bytes }: Piece,
  fileId: string,
): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    if (start === 0) {
      await tx
        .select({ id: sittings.id })
        .from(sittings)
        .where(eq(sittings.id, sittingId))
        .for('update');
      const begun = await tx
        .select({ sha256: documentParts.sha256 })
        .from(documentParts)
        .where(
          and(
            eq(documentParts.sittingId, sittingId),
            eq(documentParts.start, 0),
            ne(documentParts.sha256, sha256),
          ),
        );
      if (begun.length >= MOST_PAGES)
        throw new Problem('too-large', {
          sentence: `You can upload up to ${MOST_PAGES} pages at a time. Please wait for these to finish.`,
        });
    }
    const added = await tx
      .insert(documentParts)
      .values({
        sittingId,
        sha256,
        start,
        bytes: bytes.length,
        fileId,
        receivedAt: new Date(deps.now()),
      })
      .onConflictDoNothing()
      .returning({ start: documentParts.start });
    return added.length === 1;
  });
}

/** A phone sends one page after another. If someone sends forty at once, they don't go before everybody else's. @throws Problem throttled */
const assembleInTurn = (deps: Deps, sitting: WholeSitting, piece: Piece) =>
  fewAtOnce(sitting.uid, () => assemble(deps, sitting, piece));

async function assemble(
  deps: Deps,
  sitting: WholeSitting,
  { sha256, name }: Piece,
): Promise<DocumentReply> {
  const pieces = await readPieces(deps, sitting.id, sha256);
  const contents: Uint8Array[] = [];
  for (const { fileId } of pieces)
    contents.push((await deps.files.get(fileId)) ?? new Uint8Array());
  const bytes = Buffer.concat(contents);
  const forget = async () => {
    await deps.db.orm.delete(documentParts).where(isOf(sitting.id, sha256));
    for (const { fileId } of pieces) await deps.files.remove(fileId);
  };
  if (hashOf(bytes) !== sha256) {
    await forget();
    return { start: 0, whole: false };
  }
  try {
    await receiveDocument(deps, sitting, { bytes, name });
  } catch (error) {
    // After a temporary failure (a full queue, a full disk, an unreachable database) the pieces stay: the phone asks again and needn't resend them.
    if (error instanceof Problem && problems[error.code].retry === 'never') await forget();
    throw error;
  }
  await forget();
  return { start: bytes.length, whole: true };
}

function isOf(sittingId: string, sha256: string) {
  return and(eq(documentParts.sittingId, sittingId), eq(documentParts.sha256, sha256));
}

function readPieces(deps: Deps, sittingId: string, sha256: string) {
  return deps.db.orm
    .select()
    .from(documentParts)
    .where(isOf(sittingId, sha256))
    .orderBy(asc(documentParts.start));
}

// Deletes the pieces of pages that were never completed. A page stays on the phone until the server holds it whole, so a phone that comes
// back later sends it again from its own disk.

/** Far longer than any exam, even when a phone is put away for days afterwards. */
const KEPT_DAYS = 7;
const BATCH = 500;

const sweptSchema = z.array(z.object({ file_id: z.string() }));

/** Deletes all pieces of a page together, and only when none of them is recent. @returns how many pieces it deleted */
export async function sweepPieces(deps: Pick<Deps, 'db' | 'now' | 'files'>): Promise<number> {
  const swept = sweptSchema.parse(
    await deps.db.rows(
      `delete from document_parts where (sitting_id, sha256) in (
         select sitting_id, sha256 from document_parts group by sitting_id, sha256
         having max(received_at) < ${instant('$1')} limit ${BATCH}
       ) returning file_id`,
      [deps.now() - KEPT_DAYS * 24 * 60 * 60_000],
    ),
  );
  for (const { file_id } of swept) await deps.files.remove(file_id);
  return swept.length;
}
