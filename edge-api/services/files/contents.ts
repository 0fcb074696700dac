// Stores file content. It is noted first, so that `sweepContents` finds it when a process dies before a row names it, or
// halfway through removing it.

import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { instant } from '#db/instants.ts';
import { files, storedContents } from '#db/schema/exams.ts';
import type { Deps } from '../../deps.ts';
import { newSecretId } from '../new-id.ts';
import type { AcceptedFile } from './accept-image.ts';

/** Not within a transaction: the note must last whatever becomes of it. @returns the content's name in the store */
export async function storeContent(
  { db, now, files }: Pick<Deps, 'db' | 'now' | 'files'>,
  content: Uint8Array,
): Promise<string> {
  const id = newSecretId();
  await db.orm.insert(storedContents).values({ id, storedAt: new Date(now()) });
  await files.put(id, content);
  return id;
}

// Takes contents out of the file store, each before the row that names it: a row that is left says what is still to do.

const BATCH = 100;

const foundSchema = z.array(z.object({ id: z.string() }));

type Erasing = {
  /** SQL of what is to go, its ids in order: after `$1`, at most `$2`. */
  find: string;
  /** From `$3` on. */
  params?: readonly (string | number | null)[];
  /** SQL that deletes the row of the id `$1`. */
  forget: string;
};

/** Safe in any number of processes. What can't be erased now stays for the next time, and holds up nothing else. */
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

// Erases contents of the file store that no row names: a process died after one was written and before its row was, or after
// its row had gone and before it had.

/** Far longer than from a content to the row that names it. */
const HOURS = 24;

const UNNAMED = `select s.id from stored_contents s where s.stored_at < ${instant('$3')} - interval '${HOURS} hours'
  and not exists (select from files f where f.id = s.id)
  and not exists (select from document_parts p where p.file_id = s.id) and s.id > $1 order by s.id limit $2::int`;

/** Safe in any number of processes. */
export async function sweepContents(
  deps: Pick<Deps, 'db' | 'now' | 'files' | 'log'>,
): Promise<void> {
  await eraseContents(deps, {
    find: UNNAMED,
    params: [deps.now()],
    forget: 'delete from stored_contents where id = $1 returning id',
  });
}

// Puts a file's content in its store and its row in the database. The content comes first: what a row
// names is there. Names are ours; what the sender called it is kept for people only.

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
