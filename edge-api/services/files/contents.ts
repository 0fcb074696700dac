// Stores file content. A row in `stored_contents` is written first, so that `sweepContents` finds the content when a process dies
// before another row names it, or while removing it.

import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { instant } from '#db/instants.ts';
import { files, storedContents } from '#db/schema/exams.ts';
import type { Deps } from '../../deps.ts';
import { newSecretId } from '../new-id.ts';
import type { AcceptedFile } from './accept-image.ts';

/** Call this outside a transaction: the row must survive even if the act fails. @returns the content's name in the file store */
export async function storeContent(
  { db, now, files }: Pick<Deps, 'db' | 'now' | 'files'>,
  content: Uint8Array,
): Promise<string> {
  const id = newSecretId();
  await db.orm.insert(storedContents).values({ id, storedAt: new Date(now()) });
  await files.put(id, content);
  return id;
}

// Erases contents from the file store, each before the row that names it, so that a row which is left shows what is still to do.

const BATCH = 100;

const foundSchema = z.array(z.object({ id: z.string() }));

type Erasing = {
  /** SQL that finds the ids to erase, in order: those after `$1`, at most `$2`. */
  find: string;
  /** Parameters from `$3` on. */
  params?: readonly (string | number | null)[];
  /** SQL that deletes the row with the id `$1`. */
  forget: string;
};

/** Any number of processes may run this. Content that can't be erased now is tried again next time and doesn't hold up the rest. */
export async function eraseContents(
  { db, files, log }: Pick<Deps, 'db' | 'files' | 'log'>,
  { find, params = [], forget }: Erasing,
): Promise<void> {
  for (let after = ''; ; ) {
    const found = foundSchema.parse(await db.rows(find, [after, BATCH, ...params]));
    for (const { id } of found) {
      try {
        await files.remove(id);
        await db.rows(forget, [id]);
      } catch (error) {
        log.error({ err: error }, 'a content could not be erased');
      }
    }
    const last = found.at(-1);
    if (!last || found.length < BATCH) return;
    after = last.id;
  }
}

// Erases contents of the file store that no row names. They are left over when a process dies after writing a content and before
// writing its row, or after deleting the row and before deleting the content.

/** Far longer than it takes to write the row that names a content. */
const HOURS = 24;

const UNNAMED = `select s.id from stored_contents s where s.stored_at < ${instant('$3')} - interval '${HOURS} hours'
  and not exists (select from files f where f.id = s.id)
  and not exists (select from document_parts p where p.file_id = s.id) and s.id > $1 order by s.id limit $2::int`;

/** Any number of processes may run this. */
export async function sweepContents(
  deps: Pick<Deps, 'db' | 'now' | 'files' | 'log'>,
): Promise<void> {
  await eraseContents(deps, {
    find: UNNAMED,
    params: [deps.now()],
    forget: 'delete from stored_contents where id = $1 returning id',
  });
}

// Stores a file's content, then its row, so that a row always has its content. We choose the name in the store; the sender's file
// name is kept for people only.

type FileRow = typeof files.$inferInsert;

/** Stores the content and returns its row, which the caller inserts in the act's transaction: `tx.insert(files).values(row)`. */
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

// Makes a sender's file name safe to show and save: one line, no path, no characters that change the reading direction, and
// the extension of the actual content.
const ENDINGS = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
} as const;
const LONGEST = 80;
/** Characters read of a name, from its end, because in a path the name comes last. Longer than any file system allows. */
const LONGEST_READ = 1_000;

/** Names that Windows doesn't allow for files. */
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
    .replace(/(\.[A-Za-z0-9]{1,5})+\.*$/, '') // one or several extensions
    .replace(/^[.\s]+|(?<![.\s])[.\s]+$/g, '');
  const short = [...stem].slice(0, LONGEST).join('').trim();
  return `${short === '' || DEVICES.test(short) ? 'document' : short}.${ENDINGS[mediaType]}`;
}

/** Removes a file that nothing refers to any more. The row goes first, so that a row always has its content. */
export async function removeFile(deps: Pick<Deps, 'db' | 'files'>, id: string): Promise<void> {
  await deps.db.orm.delete(files).where(eq(files.id, id));
  await deps.files.remove(id);
}
