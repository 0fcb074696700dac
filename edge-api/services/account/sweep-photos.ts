// Photographs that nobody needs any more are erased (decision 64): replaced ones, those of deleted accounts, and thirty
// days after their candidate's last exam. Of each the content goes first: a row that is left says what is still to do.
import * as z from 'zod/mini';
import { PHOTO_DAYS } from '#contract/site/photo.ts';
import { instant } from '#db/instants.ts';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { eraseContents } from '../files/erase-contents.ts';

/** Not while an exam is paid for that can still be sat. One that was never needed goes as long after it was added. */
const RETIRE = `update users u set photo_file_id = null from files f
  where f.id = u.photo_file_id and f.uid = u.uid and f.created_at < ${instant('$1')} - interval '${PHOTO_DAYS} days'
    and not exists (select from enrolments n join exams e on e.id = n.exam_id where n.uid = u.uid
      and (n.status = 'Fees Paid' and e.status = 'Active' and e.hidden_at is null
        or greatest(n.completed_at, e.starts_at) > ${instant('$1')} - interval '${PHOTO_DAYS} days'))
  returning u.uid`;
const retiredSchema = z.array(z.object({ uid: z.string() }));

const UNUSED = `select f.id from files f left join users u on u.uid = f.uid and u.photo_file_id = f.id
  where f.kind = 'photo' and u.uid is null and ($3::text is null or f.uid = $3) and f.id > $1
  order by f.id limit $2::int`;

/**
 * Safe in any number of processes.
 * @param uid of this person alone, at once; everybody's, and those whose time is over, where it is left out
 */
export async function sweepPhotos(
  deps: Pick<Deps, 'db' | 'now' | 'files' | 'log'>,
  uid: string | null = null,
): Promise<void> {
  const { db } = deps;
  if (uid === null)
    for (const retired of retiredSchema.parse(await db.rows(RETIRE, [deps.now()])))
      await recordAudit(db.orm, deps.now(), {
        actor: 'server',
        action: 'account.photo-erased',
        subject: retired.uid,
      });
  await eraseContents(deps, {
    find: UNUSED,
    params: [uid],
    forget: `delete from files where id = $1 and kind = 'photo' returning id`,
  });
}
