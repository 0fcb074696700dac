// Erases contents of the file store that no row names: a process died after one was written and before its row was, or after
// its row had gone and before it had.
import * as z from 'zod/mini';
import { instant } from '#db/instants.ts';
import type { Deps } from '../../deps.ts';

/** Far longer than from a content to the row that names it. */
const HOURS = 24;
const BATCH = 100;

const UNNAMED = `select s.id from stored_contents s where s.stored_at < ${instant('$1')} - interval '${HOURS} hours'
  and not exists (select from files f where f.id = s.id)
  and not exists (select from document_parts p where p.file_id = s.id) order by s.id limit ${BATCH}`;
const unnamedSchema = z.array(z.object({ id: z.string() }));

/** Safe in any number of processes. */
export async function sweepContents(deps: Pick<Deps, 'db' | 'now' | 'files'>): Promise<void> {
  for (;;) {
    const unnamed = unnamedSchema.parse(await deps.db.rows(UNNAMED, [deps.now()]));
    for (const { id } of unnamed) {
      await deps.files.remove(id);
      await deps.db.rows('delete from stored_contents where id = $1 returning id', [id]);
    }
    if (unnamed.length < BATCH) return;
  }
}
