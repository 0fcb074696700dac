// What changes a sitting's time, as `timeByActs` reads it: proctors' acts, without the refused ones, and the work done
// in pauses.
import * as z from 'zod/mini';
import type { TimeAct } from '#machines/hall/time-by-acts.ts';
import { millis } from '../instants.ts';

/**
 * An act for a room names the candidates who were in the room then: a candidate who is moved later keeps what they got.
 */
export const COVERS = (enrolment: string) =>
  `(a.body->'covers' = 'null'::jsonb or a.body->'covers' ? ${enrolment})`;

export const TIME_KINDS = `'extra-time', 'pause', 'resume', 'reopen'`;

/** A JSON list; the parameters name an exam's id and an enrolment's id. */
export const TIME_ACTS = (exam: string, enrolment: string) => `
  (select coalesce(json_agg(json_build_object('id', a.id, 'kind', a.kind, 'at', ${millis('a.done_at')},
     'minutes', coalesce((a.body->>'minutes')::int, 0), 'own', a.body->'to' ? 'row',
     'forPause', coalesce((a.body->>'forPause')::boolean, false))), '[]')
   from proctor_acts a where a.exam_id = ${exam} and a.outcome <> 'refused'
     and a.kind in (${TIME_KINDS}) and ${COVERS(enrolment)})`;

export const timeActsSchema: z.ZodMiniType<TimeAct[]> = z.array(
  z.object({
    id: z.string(),
    kind: z.enum(['extra-time', 'pause', 'resume', 'reopen']),
    at: z.number(),
    minutes: z.int(),
    own: z.boolean(),
    forPause: z.boolean(),
  }),
);

/**
 * For each pause in the list $1, the first and the last act that the candidate did in it, grouped by when the acts were
 * received: all up to `anyway` form one group; after that each minute forms one, counted as received at the minute's
 * end. So there are few groups, however long the log is. What the app does on its own is not work.
 */
export const WORK_IN_PAUSES = `
select p.id, w.first, w.last, w.received as "receivedAt"
from jsonb_to_recordset($1::text::jsonb) as p(id text, started float8, "from" float8, "to" float8, anyway float8),
lateral (
  select min(at) as first, max(at) as last, received from (
    select least(v.received_at::float8, p.started + v.elapsed) as at,
      case when v.received_at <= p.anyway then p.anyway else ceil(v.received_at::float8 / 60000) * 60000 end as received
    from sitting_events v where v.sitting_id = p.id and v.type not in ('started', 'submitted', 'reopened')
  ) d where at > p."from" and (p."to" is null or at <= p."to") group by received
) w`;

export const workInPausesSchema = z.array(
  z.object({ id: z.string(), first: z.number(), last: z.number(), receivedAt: z.number() }),
);
