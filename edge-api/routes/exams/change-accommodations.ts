// PUT exams/:id/participants/:uid.
import * as z from 'zod/mini';
import { accommodationsSchema } from '#contract/desk/participants.ts';
import { idSchema } from '#contract/wire/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { changeAccommodations } from '../../services/exams/change-accommodations.ts';

export const putAccommodations = endpoint(
  {
    method: 'put',
    path: '/exams/:id/participants/:uid',
    who: 'admin',
    summary:
      'Where a candidate sits, and what was agreed beforehand: extra time, larger text, a reader.',
    params: z.object({ id: idSchema, uid: idSchema }),
    body: accommodationsSchema,
    reply: accommodationsSchema,
    problems: ['not-found'],
  },
  ({ deps, caller, params: { id, uid }, body }) =>
    changeAccommodations(deps, caller.uid, { examId: id, uid }, body),
);
