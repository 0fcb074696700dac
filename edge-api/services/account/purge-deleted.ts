// The last of a deleted account: photographed pages are in the person's own hand, so they go once the year is
// over for which data and logs must be kept (DPDP rule 8(3)). Their marks stay, without a name.

import { inArray } from 'drizzle-orm';
import * as z from 'zod/mini';
import { instant } from '#db/instants.ts';
import { files } from '#db/schema/exams.ts';
import { sittingDocuments } from '#db/schema/sittings.ts';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../audit/record-audit.ts';

const BATCH = 100;
const dueSchema = z.array(z.object({ id: z.string(), uid: z.string() }));

const DUE = `select f.id, f.uid from files f join users u on u.uid = f.uid
  where f.kind = 'document' and u.deleted_at < ${instant('$1')} - interval '1 year'
  order by f.uid, f.id limit ${BATCH}`;

/** Safe in any number of processes: what one of them has erased, the next finds gone. */
export async function purgeDeleted(deps: Pick<Deps, 'db' | 'now' | 'files'>): Promise<void> {
  for (;;) {
    const due = dueSchema.parse(await deps.db.rows(DUE, [deps.now()]));
    if (due.length === 0) return;
    for (const { id } of due) await deps.files.remove(id);
    await deps.db.transaction(async (tx) => {
      const ids = due.map(({ id }) => id);
      await tx.delete(sittingDocuments).where(inArray(sittingDocuments.fileId, ids));
      const gone = await tx
        .delete(files)
        .where(inArray(files.id, ids))
        .returning({ uid: files.uid });
      for (const uid of new Set(gone.map(({ uid }) => uid ?? '')))
        await recordAudit(tx, deps.now(), {
          actor: 'server',
          action: 'account.purged',
          subject: uid,
          detail: { pages: gone.filter((file) => file.uid === uid).length },
        });
    });
  }
}
