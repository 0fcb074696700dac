// Sittings with late work that a person should review (rule 16), read through indexes that hold only such sittings.
import * as z from 'zod/mini';
import { lateWorkSchema } from '#contract/wire/results.ts';
import type { Database } from '../client.ts';
import { countRows } from './list-sql.ts';

const namedSchema = z.array(
  z.object({
    id: z.string(),
    full_name: z.string(),
    exam_name: z.string(),
    late_work: z.nullable(lateWorkSchema),
  }),
);

/** SQL for the state of late work that doesn't count automatically: `waits`, `refused`, or null when there is none; `s` is the sitting. */
export const TOO_LATE = `case when s.held_events > 0 then 'waits' when s.held_decision = 'refused' then 'refused' end`;

export const tooLateSchema = z.enum(['waits', 'refused']);

/** Sittings with acts that wait for a decision, or with late work that counts and that nobody has reviewed [AT12]. */
const TO_LOOK_AT = `select id from sittings where held_events > 0
  union select sitting_id from results where late_work is not null`;

export const countHeld = (db: Database): Promise<number> =>
  countRows(db, `(${TO_LOOK_AT}) late`, []);

/** Sittings of an exam with acts to decide on, the oldest deadline first. */
export async function listHeldOfExam(
  db: Database,
  examId: string,
  most: number,
): Promise<z.infer<typeof namedSchema>> {
  const rows = await db.rows(
    `select s.id, u.full_name, e.name as exam_name, null as late_work
     from sittings s join users u on u.uid = s.uid join exams e on e.id = s.exam_id
     where s.exam_id = $1 and s.held_events > 0 order by s.deadline_at, s.id limit $2::int`,
    [examId, most],
  );
  return namedSchema.parse(rows);
}

/** An enrolment's sitting, if it has late work to review. */
export async function findHeldOf(
  db: Database,
  enrolmentId: string,
): Promise<z.infer<typeof namedSchema>> {
  const rows = await db.rows(
    `select s.id, u.full_name, e.name as exam_name, r.late_work
     from sittings s left join results r on r.sitting_id = s.id join users u on u.uid = s.uid join exams e on e.id = s.exam_id
     where s.enrolment_id = $1 and (s.held_events > 0 or r.late_work is not null)`,
    [enrolmentId],
  );
  return namedSchema.parse(rows);
}

/** Oldest deadline first. `page` counts from 1. */
export async function listHeldIds(
  db: Database,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<z.infer<typeof namedSchema>> {
  const rows = await db.rows(
    `select s.id, u.full_name, e.name as exam_name, r.late_work
     from sittings s left join results r on r.sitting_id = s.id join users u on u.uid = s.uid join exams e on e.id = s.exam_id
     where s.id in (${TO_LOOK_AT}) order by s.deadline_at, s.id limit $1::int offset $2::int`,
    [pageSize, (page - 1) * pageSize],
  );
  return namedSchema.parse(rows);
}
