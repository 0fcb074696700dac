// The acts of proctors that move a sitting's time, as `timeByActs` reads them. A refused act moves nothing.
import * as z from 'zod/mini';
import type { TimeAct } from '#machines/hall/time-by-acts.ts';
import { millis } from '../instants.ts';

/** An act for a room names the candidates who were in it then: who is moved later takes along what they got. */
const COVERS = (enrolment: string) =>
  `(a.body->'covers' = 'null'::jsonb or a.body->'covers' ? ${enrolment})`;

/** A JSON list; the parameters name an exam's id and an enrolment's. */
export const TIME_ACTS = (exam: string, enrolment: string) => `
  (select coalesce(json_agg(json_build_object('id', a.id, 'kind', a.kind, 'at', ${millis('a.done_at')},
     'minutes', coalesce((a.body->>'minutes')::int, 0), 'own', a.body->'to' ? 'row')), '[]')
   from proctor_acts a where a.exam_id = ${exam} and a.outcome <> 'refused'
     and a.kind in ('extra-time', 'pause', 'resume', 'reopen') and ${COVERS(enrolment)})`;

export const timeActsSchema: z.ZodMiniType<TimeAct[]> = z.array(
  z.object({
    id: z.string(),
    kind: z.enum(['extra-time', 'pause', 'resume', 'reopen']),
    at: z.number(),
    minutes: z.int(),
    own: z.boolean(),
  }),
);

/** When a candidate was first paused; null when nobody ever did. */
export const FIRST_PAUSE = (exam: string, enrolment: string) => `
  (select ${millis('min(a.done_at)')} from proctor_acts a where a.exam_id = ${exam}
     and a.outcome <> 'refused' and a.kind = 'pause' and ${COVERS(enrolment)})`;
