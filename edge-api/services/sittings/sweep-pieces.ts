// Sweeps out the pieces of pages that were begun and never ended. A phone that comes back later begins the
// page anew from its own disk: a page is on the phone until the server holds it whole.

import * as z from 'zod/mini';
import { instant } from '#db/instants.ts';
import type { Deps } from '../../deps.ts';

/** Far longer than any exam, and than a phone that was put away after it. */
const KEPT_DAYS = 7;
const BATCH = 500;

const sweptSchema = z.array(z.object({ file_id: z.string() }));

/** All pieces of a page go together, and only when none of them is recent. @returns how many went */
export async function sweepPieces(deps: Pick<Deps, 'db' | 'now' | 'files'>): Promise<number> {
  const swept = sweptSchema.parse(
    await deps.db.rows(
      `delete from document_parts where (sitting_id, sha256) in (
         select sitting_id, sha256 from document_parts group by sitting_id, sha256
         having max(received_at) < ${instant('$1')} limit ${BATCH}
       ) returning file_id`,
      [deps.now() - KEPT_DAYS * 24 * 60 * 60_000],
    ),
  );
  for (const { file_id } of swept) await deps.files.remove(file_id);
  return swept.length;
}
