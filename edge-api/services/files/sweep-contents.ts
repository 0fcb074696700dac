// Erases contents of the file store that no row names: a process died after one was written and before its row was, or after
// its row had gone and before it had.
import { instant } from '#db/instants.ts';
import type { Deps } from '../../deps.ts';
import { eraseContents } from './erase-contents.ts';

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
