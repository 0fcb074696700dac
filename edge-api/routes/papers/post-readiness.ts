// POST exams/:id/readiness: which sealed paper a device has, and what it should have.
import * as z from 'zod/mini';
import { readinessReplySchema, readinessRequestSchema } from '#contract/wire/sealed-paper.ts';
import { idSchema } from '#contract/wire/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { reportReadiness } from '../../services/papers/report-readiness.ts';

export const postReadiness = endpoint(
  {
    method: 'post',
    path: '/exams/:id/readiness',
    who: 'candidate',
    summary:
      'A device says which sealed paper it has whole, and hears which it should have; with that one, all that it needs to begin without a network (offline rules 17 to 19).',
    params: z.object({ id: idSchema }),
    body: readinessRequestSchema,
    reply: readinessReplySchema,
    problems: [
      'not-found',
      'not-eligible',
      'exam-inactive',
      'already-submitted',
      'open-elsewhere',
      'section-too-large',
      'unavailable',
    ],
  },
  ({ deps, caller, params, body }) => reportReadiness(deps, caller, params.id, body),
);
