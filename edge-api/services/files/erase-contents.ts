// Takes contents out of the file store, each before the row that names it: a row that is left says what is still to do.
import * as z from 'zod/mini';
import type { Deps } from '../../deps.ts';

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
