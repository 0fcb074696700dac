// Puts a content into the file store. It is noted first: where whoever stores it dies before a row names it, or one who takes
// it away before it is gone, `sweepContents` finds it.

import * as z from 'zod/mini';
import { instant } from '#db/instants.ts';
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
