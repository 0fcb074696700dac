// The exam's start is moved after papers could be read: nobody is to sit at the new start what they may know already. The
// next look draws another paper, under another key; a code that was told is none any more. What was begun with the old
// ones is still taken in, and counts from when they could be read.
import { sql } from 'drizzle-orm';
import type { Orm } from '#db/client.ts';

/** To be called while the exam still has the start that it had. Doing it twice is doing it once. */
export async function giveUpOpened(tx: Orm, examId: string): Promise<void> {
  await tx.execute(sql`
    update prepared_papers p set out_since = t.since, former_start = t.starts
    from (
      select q.sitting_id, q.version, e.starts_at as starts, case when e.start = 'together' then e.starts_at else (
        select min(c.released_at) from start_codes c where c.exam_id = e.id and c.room in ('', n.room, q.room)) end as since
      from exams e join enrolments n on n.exam_id = e.id join prepared_papers q on q.enrolment_id = n.id
      where e.id = ${examId}) t
    where p.sitting_id = t.sitting_id and p.version = t.version and p.out_since is null and t.since is not null`);
  await tx.execute(sql`
    update start_codes set version = version + 1, released_at = null, released_by = null
    where exam_id = ${examId} and released_at is not null`);
}
