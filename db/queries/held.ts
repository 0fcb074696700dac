// Sittings with late acts that wait for a person's decision (rule 16), by an index of those alone.
import * as z from 'zod/mini';
import type { Database } from '../client.ts';

const totalSchema = z.object({ total: z.int() });
const namedSchema = z.array(
  z.object({ id: z.string(), full_name: z.string(), exam_name: z.string() }),
);

export async function countHeld(db: Database): Promise<number> {
  const [row] = await db.rows(
    'select count(*)::int as total from sittings where held_events > 0',
    [],
  );
  return totalSchema.parse(row).total;
}

/** Oldest deadline first. `page` counts from 1. */
export async function listHeldIds(
  db: Database,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<z.infer<typeof namedSchema>> {
  const rows = await db.rows(
    `select s.id, u.full_name, e.name as exam_name
     from sittings s join users u on u.uid = s.uid join exams e on e.id = s.exam_id
     where s.held_events > 0 order by s.deadline_at, s.id limit $1::int offset $2::int`,
    [pageSize, (page - 1) * pageSize],
  );
  return namedSchema.parse(rows);
}
