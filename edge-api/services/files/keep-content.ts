// Puts a file's content in its store and its row in the database. The content comes first: what a row
// names is there. Names are ours; what the sender called it is kept for people only.
import { createHash } from 'node:crypto';
import type { files } from '#db/schema/exams.ts';
import type { Deps } from '../../deps.ts';
import type { AcceptedFile } from './accept-image.ts';
import { cleanFileName } from './clean-file-name.ts';
import { storeContent } from './store-content.ts';

type FileRow = typeof files.$inferInsert;

/** Stores the content; insert the row it answers in the transaction of the act: `tx.insert(files).values(row)`. */
export async function keepContent(
  deps: Pick<Deps, 'db' | 'files' | 'now'>,
  file: AcceptedFile & { kind: FileRow['kind']; name: string; uid?: string },
): Promise<FileRow> {
  const id = await storeContent(deps, file.bytes);
  return {
    id,
    kind: file.kind,
    name: cleanFileName(file.name, file.mediaType),
    mediaType: file.mediaType,
    bytes: file.bytes.length,
    sha256: createHash('sha256').update(file.bytes).digest('hex'),
    uid: file.uid ?? null,
    createdAt: new Date(deps.now()),
  };
}
