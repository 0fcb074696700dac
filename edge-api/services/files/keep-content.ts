// Puts a file's content in its store and its row in the database. The content comes first: what a row
// names is there. Names are ours; what the sender called it is kept for people only.
import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { files } from '#db/schema/exams.ts';
import type { Deps } from '../../deps.ts';
import type { AcceptedFile } from './accept-image.ts';
import { storeContent } from './contents.ts';

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

// A sender's file name made fit to be shown and saved: one line, no paths, no characters that turn the
// reading direction, and the ending that its content has.
const ENDINGS = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
} as const;
const LONGEST = 80;
/** What of a name is looked at: its end, which holds the name in a path. Longer than any disk takes. */
const LONGEST_READ = 1_000;

/** What Windows can't have as a file's name. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

export function cleanFileName(name: string, mediaType: keyof typeof ENDINGS): string {
  const stem = name
    .slice(-LONGEST_READ)
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) =>
      '\u200c\u200d'.includes(character) ? character : '',
    )
    .replace(/(?<![/\\.\s])[/\\.\s]+$/, '')
    .replace(/^.*[/\\]/, '')
    .replace(/[/\\:*?"<>|%;]/g, '_')
    .replace(/(\.[A-Za-z0-9]{1,5})+\.*$/, '') // any ending, or several
    .replace(/^[.\s]+|(?<![.\s])[.\s]+$/g, '');
  const short = [...stem].slice(0, LONGEST).join('').trim();
  return `${short === '' || DEVICES.test(short) ? 'document' : short}.${ENDINGS[mediaType]}`;
}

/** Removes a file that nothing points to any more. The row goes first: a row always has its content. */
export async function removeFile(deps: Pick<Deps, 'db' | 'files'>, id: string): Promise<void> {
  await deps.db.orm.delete(files).where(eq(files.id, id));
  await deps.files.remove(id);
}
