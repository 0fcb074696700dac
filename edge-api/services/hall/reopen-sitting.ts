// A sitting that was over goes on (decision 43). What was submitted stays as how far the candidate was: its answers
// count until later ones replace them, it ends nothing any more, and its receipt is void.
import * as z from 'zod/mini';
import { instant } from '#db/instants.ts';
import type { Deps } from '../../deps.ts';
import { keptUnderWay } from '../sittings/under-way.ts';
import { statusChange } from '../users/status-change.ts';

const REOPENED = statusChange('REOPENED', 'n.status');

/** No device has the turn: whichever opens it next gets one, later than what was submitted. */
const REOPEN = (which: string) => `
with s as (
  update sittings set version = version + 1, state = 'open', device_id = null, receipt = null, closed_at = null,
    reopened_at = ${instant('$2')}, last_heard_at = ${instant('$2')}, waiting = 0, held_events = 0,
    score_told_at = null, transit_seconds = null, late_minutes = null
  where id = $1 and ${which} returning id, enrolment_id
), handed as (
  update submissions h set final = false from s where h.sitting_id = s.id
), scored as (
  update results r set provisional = true, late_work = null from s where r.sitting_id = s.id
), enrolled as (
  update enrolments n set status = ${REOPENED.becomes}, completed_at = null
  from s where n.id = s.enrolment_id and ${REOPENED.moves}
)
select count(*)::int as written from s`;

const writtenSchema = z.tuple([z.object({ written: z.int() })]);

/** @returns false when it is under way already */
export function reopenSitting(deps: Deps, sittingId: string): Promise<boolean> {
  return write(deps, REOPEN("state <> 'open'"), sittingId);
}

/**
 * Only while no score may have been seen [AT11]; the statement asks, for one may be told at this moment.
 * @returns false when it is under way already, or one may have been seen
 */
export function reopenUnseen(deps: Deps, sittingId: string): Promise<boolean> {
  return write(deps, REOPEN("state = 'closed' and score_told_at is null"), sittingId);
}

async function write(deps: Deps, statement: string, sittingId: string): Promise<boolean> {
  const [row] = writtenSchema.parse(await deps.db.rows(statement, [sittingId, deps.now()]));
  keptUnderWay(deps.db).delete(sittingId);
  return row.written > 0;
}
