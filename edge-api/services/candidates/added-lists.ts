// The lists that were added last, and how far their one-time passwords are: who left the page, or comes from another desk, sees it too.
import * as z from 'zod/mini';
import type { ActivityAction } from '#contract/desk/activity.ts';
import type { AddedList } from '#contract/desk/candidates.ts';
import type { Database } from '#db/client.ts';
import { millis } from '#db/instants.ts';

const MOST_LISTS = 5;
const MOST_NAMED = 50;

/** Its messages were queued in the moment that the list was recorded in. A password did not fail where a newer one took its place. */
const LISTS = `
with lists as (
  select id, at, actor, subject, detail from audit_log
  where action = '${'candidates.listed' satisfies ActivityAction}' order by id desc limit ${MOST_LISTS}
)
select lists.id::int, ${millis('lists.at')} as at, coalesce(u.full_name, lists.actor) as by,
  lists.detail->>'fileName' as "fileName", (lists.detail->>'people')::int as people, coalesce(x.name, '') as exam,
  (select count(*)::int from sms_outbox m
    where m.created_at = lists.at and m.purpose = 'password-reset' and m.state = 'waiting') as waiting,
  (select coalesce(jsonb_agg(jsonb_build_object('uid', f.uid, 'fullName', f.full_name) order by f.uid), '[]') from (
    select p.uid, p.full_name from sms_outbox m join users p on p.uid = m.uid
    where m.created_at = lists.at and m.purpose = 'password-reset' and m.state = 'failed' and m.error <> 'superseded'
      and not exists (select from sms_outbox n where n.uid = m.uid and n.purpose = m.purpose and n.created_at > m.created_at and n.state <> 'failed')
    order by p.uid limit ${MOST_NAMED}) f)::text as failed
from lists left join users u on u.uid = lists.actor left join exams x on x.id = lists.subject
order by lists.id desc`;

const rowsSchema = z.array(
  z.object({
    id: z.int(),
    at: z.number(),
    by: z.string(),
    fileName: z.string(),
    people: z.int(),
    exam: z.string(),
    waiting: z.int(),
    failed: z.string(),
  }),
);
const namedSchema = z.array(z.object({ uid: z.string(), fullName: z.string() }));

export async function addedLists(db: Database): Promise<AddedList[]> {
  return rowsSchema.parse(await db.rows(LISTS, [])).map(({ at, failed, ...list }) => ({
    ...list,
    at: new Date(at).toISOString(),
    failed: namedSchema.parse(JSON.parse(failed)),
  }));
}
