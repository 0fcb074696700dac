// Puts a content into the file store. It is noted first: where whoever stores it dies before a row names it, or one who takes
// it away before it is gone, `sweepContents` finds it.
import { storedContents } from '#db/schema/exams.ts';
import type { Deps } from '../../deps.ts';
import { newSecretId } from '../new-id.ts';

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
