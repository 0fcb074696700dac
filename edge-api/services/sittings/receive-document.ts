// A page of a document answer comes in, once, under the hash of what the candidate sent
// (decisions.md section 3: idempotent by content hash).
import { createHash } from 'node:crypto';
import { settingNow } from '#api/services/settings/settings.ts';
import { MOST_PAGES } from '#contract/wire/sync.ts';
import { pageCame } from '#db/queries/marking.ts';
import { files } from '#db/schema/exams.ts';
import { sittingDocuments } from '#db/schema/sittings.ts';
import { awaitedPages } from '#machines/sitting/rules.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { type AcceptedFile, acceptImage, kindOf } from '../files/accept-image.ts';
import { acceptPdf, pdfStart } from '../files/accept-pdf.ts';
import { cleanFileName, storeContent } from '../files/contents.ts';
import type { WholeSitting } from './read-sitting.ts';
import { timesOf } from './settle.ts';

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/**
 * A page may come while the sitting is open or on its way, and later when the log names it in a list that counts,
 * or that waits for a person: then only the bytes are late.
 * @throws Problem already-submitted, too-large, wrong-file-kind (an MCQ exam)
 */
export async function requireRoomFor(
  deps: Deps,
  sitting: WholeSitting,
  sha256: string,
): Promise<void> {
  if (sitting.documentsHeld.has(sha256)) return;
  if (sitting.format === 'MCQ')
    throw new Problem('wrong-file-kind', { sentence: 'This exam takes no documents.' });
  const { transitSeconds } = await settingNow(deps, 'policies');
  const isOpen =
    sitting.state === 'open' && deps.now() <= sitting.deadline + transitSeconds * 1_000;
  if (!isOpen && !awaitedPages(sitting.log, sitting.submissions, timesOf(sitting)).has(sha256))
    throw new Problem('already-submitted');
  if (sitting.documentsHeld.size >= MOST_PAGES * 2)
    throw new Problem('too-large', { sentence: `At most ${MOST_PAGES} pages can be submitted.` });
}

/** @throws Problem as requireRoomFor, and file-refused when the content is no page */
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
    if (added.length === 1) await pageCame(tx, { sittingId: sitting.id, sha256, at });
    return added.length === 1;
  });
  sitting.documentsHeld.add(sha256);
  if (!isNew) await deps.files.remove(id);
}

// One page of a document answer: a photo or a PDF, whichever its content says it is.

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
