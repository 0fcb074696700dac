// What a proctor reads of the exam hall: the exams they watch, and the part of an exam's board that they watch.
import { and, desc, eq, exists, gt, isNull, lt, ne, or } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Caller } from '#api/services/auth/sessions.ts';
import { extraTimeKeyOf } from '#api/services/sittings/device-key.ts';
import type { HeldSitting } from '#contract/desk/live.ts';
import type { WatchedExam } from '#contract/desk/staff.ts';
import { type Board, type BoardRow, boardRowSchema } from '#contract/hall/board.ts';
import type { Photo } from '#contract/site/photo.ts';
import type { Database } from '#db/client.ts';
import { millis } from '#db/instants.ts';
import { findHeldOf } from '#db/queries/held.ts';
import { exams } from '#db/schema/exams.ts';
import { enrolments } from '#db/schema/people.ts';
import { sittings } from '#db/schema/sittings.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { readPhotoOf } from '../account/own-photo.ts';
import { toHeld } from '../sittings/held.ts';
import { coversRoom, listAssigned, requireWatch, toWatchedExam } from '../staff/assign-exam.ts';
import { seatsFor } from './do-act.ts';

// The exams that a person may watch now. A proctor sees the assigned ones; the administrator sees those within a day of their start or under way.

const DAY_MS = 24 * 60 * 60_000;

export async function listWatched(deps: Deps, caller: Caller): Promise<WatchedExam[]> {
  const { orm } = deps.db;
  if (caller.role !== 'admin') return listAssigned(orm, caller.uid);
  const now = deps.now();
  const underWay = orm
    .select({ id: sittings.id })
    .from(sittings)
    .where(and(eq(sittings.examId, exams.id), eq(sittings.state, 'open')));
  const isNear = and(
    eq(exams.status, 'Active'),
    gt(exams.startsAt, new Date(now - DAY_MS)),
    lt(exams.startsAt, new Date(now + DAY_MS)),
  );
  const rows = await orm
    .select()
    .from(exams)
    .where(and(isNull(exams.hiddenAt), or(isNear, exists(underWay))))
    .orderBy(desc(exams.startsAt), desc(exams.id));
  return rows.map((exam) => toWatchedExam(exam, null));
}

/** @throws Problem forbidden, not-found */
export async function readBoard(deps: Deps, caller: Caller, examId: string): Promise<Board> {
  const watched = await requireWatch(deps.db.orm, caller, examId);
  const rooms = watched.all ? null : [...watched.rooms];
  return {
    now: new Date(deps.now()).toISOString(),
    exam: await readHallExam(deps, examId, rooms),
    rows: await readRows(deps, examId, rooms),
  };
}

/** @param rooms that the reader watches; null for all. @throws Problem not-found */
export async function readHallExam(
  deps: Deps,
  examId: string,
  rooms: string[] | null,
): Promise<WatchedExam> {
  const [exam] = await deps.db.orm.select().from(exams).where(eq(exams.id, examId));
  if (!exam) throw new Problem('not-found');
  return toWatchedExam(exam, rooms);
}

// Rows of a board: the stored data, and what a proctor needs without a network.

/** Sorted by name. @param rooms only these; null for all. @param ids only these enrolments; null for all */
export async function readRows(
  deps: Pick<Deps, 'db' | 'keys'>,
  examId: string,
  rooms: readonly string[] | null,
  ids: readonly string[] | null = null,
): Promise<BoardRow[]> {
  const rows = await readBoardRows(deps.db, examId, rooms, ids);
  return rows.map((row) => ({ ...row, codeKey: extraTimeKeyOf(deps, row.id) }));
}

// One candidate's late work with its evidence, for a proctor who watches that candidate. No scores.

/** @throws Problem forbidden; not-found when none of the candidate's work waits for a decision */
export async function readHeldOf(
  deps: Deps,
  caller: Caller,
  { exam, row }: { exam: string; row: string },
): Promise<HeldSitting> {
  const watched = await requireWatch(deps.db.orm, caller, exam);
  const seats = await seatsFor(deps.db, exam, { row }, watched);
  if (typeof seats === 'string') throw new Problem('forbidden', { sentence: seats });
  const [held] = await toHeld(deps, await findHeldOf(deps.db, row));
  if (!held) throw new Problem('not-found');
  return held;
}

// A candidate's photograph for the proctor of their room, who compares it with the person at the door.

/** @param row the enrolment's id. @throws Problem forbidden; not-found, also when the candidate is in another room */
export async function readPhoto(
  deps: Deps,
  caller: Caller,
  { exam, row }: { exam: string; row: string },
): Promise<Photo> {
  const watched = await requireWatch(deps.db.orm, caller, exam);
  const [seat] = await deps.db.orm
    .select({ uid: enrolments.uid, room: enrolments.room })
    .from(enrolments)
    .where(
      and(eq(enrolments.id, row), eq(enrolments.examId, exam), ne(enrolments.status, 'Registered')),
    );
  const photo = seat && coversRoom(watched, seat.room) ? await readPhotoOf(deps, seat.uid) : null;
  if (!photo) throw new Problem('not-found');
  return photo;
}

// An exam's candidates as a proctor sees them (rule 22), read in one statement. It returns no answer and no score.
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

type StoredRow = z.infer<typeof storedSchema>;

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

/** Sorted by name. @param rooms only these; null for all. @param ids only these enrolments; null for all */
async function readBoardRows(
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
