// An exam's candidates as a proctor sees them (rule 22), in one statement. No answer and no score leaves it.
import * as z from 'zod/mini';
import { boardRowSchema } from '#contract/hall/board.ts';
import type { Database } from '../client.ts';
import { millis } from '../instants.ts';

const iso = z.pipe(
  z.number(),
  z.transform((at: number) => new Date(at).toISOString()),
);
const storedSchema = z.extend(z.omit(boardRowSchema, { codeKey: true }), {
  checkedInAt: z.nullable(iso),
  startedAt: z.nullable(iso),
  deadline: z.nullable(iso),
  pausedAt: z.nullable(iso),
  heardAt: z.nullable(iso),
});

export type StoredRow = z.infer<typeof storedSchema>;

const READ = `
select n.id, n.uid, u.full_name as name, n.room, n.extra_percent as "extraPercent", n.larger_text as "largerText",
  n.reader, n.accommodation_note as note, ${millis('n.checked_in_at')} as "checkedInAt",
  left(f.sha256, 12) as photo,
  n.checked_in_at is not null and n.status = 'Fees Paid'
    and left(f.sha256, 12) is distinct from n.checked_in_photo as "photoUnseen",
  exists (select from prepared_papers pp join prepared_devices pd on pd.sitting_id = pp.sitting_id
    where pp.enrolment_id = n.id) as "paperReady",
  (select sitting_id from prepared_papers where enrolment_id = n.id limit 1) as "paperId",
  s.id as "sittingId", s.state, ${millis('s.started_at')} as "startedAt", ${millis('s.deadline_at')} as deadline,
  coalesce(s.extra_seconds, 0) as "extraSeconds", ${millis('s.paused_at')} as "pausedAt",
  s.reopened_at is not null as reopened,
  (select coalesce(sum(jsonb_array_length(part -> 'items')), 0)::int
     from papers p, jsonb_array_elements(p.sections) part where p.enrolment_id = n.id) as questions,
  coalesce(s.answered, 0) as answered,
  coalesce(case when r.at > s.last_heard_at then r.waiting else s.waiting end, 0) as waiting,
  coalesce(r.pages, 0) as "pagesWaiting",
  ${millis('greatest(s.last_heard_at, r.at)')} as "heardAt",
  r.battery, r.free_mb as "freeMb", r.network, r.app_version as "appVersion",
  s.receipt is not null as received, coalesce(s.held_events, 0) as held, w.late_work is not null as late,
  s.wanted_device as "wantedDevice", greatest(0, coalesce(s.epoch, 0) - 1) as moved
from enrolments n join users u on u.uid = n.uid
  left join files f on f.id = u.photo_file_id
  left join sittings s on s.enrolment_id = n.id
  left join results w on w.sitting_id = s.id
  left join lateral (select * from device_reports d where d.sitting_id = s.id order by d.at desc, d.device_id limit 1) r on true
where n.exam_id = $1 and n.status <> 'Registered'`;

/** By name. @param rooms only these; null for everyone. @param ids only these; null for everyone */
export async function readBoardRows(
  db: Database,
  examId: string,
  rooms: readonly string[] | null,
  ids: readonly string[] | null = null,
): Promise<StoredRow[]> {
  const rows = await db.rows(
    `${READ} and ($2::text is null or n.room in (select jsonb_array_elements_text($2::text::jsonb)))
     and ($3::text is null or n.id in (select jsonb_array_elements_text($3::text::jsonb)))
     order by u.full_name, n.id`,
    [examId, rooms && JSON.stringify(rooms), ids && JSON.stringify(ids)],
  );
  return rows.map((row) => storedSchema.parse(row));
}
