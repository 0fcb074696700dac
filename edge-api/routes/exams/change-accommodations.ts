// PUT exams/:id/participants/:uid, POST exams/:id/participants/room.
import * as z from 'zod/mini';
import { seatMany } from '#api/services/exams/change-accommodations.ts';
import {
  accommodationsSchema,
  seatedManySchema,
  seatManySchema,
} from '#contract/desk/participants.ts';
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

export const postSeats = endpoint(
  {
    method: 'post',
    path: '/exams/:id/participants/room',
    who: 'admin',
    summary: 'Where many candidates of an exam sit, all of them or none.',
    params: z.object({ id: idSchema }),
    body: seatManySchema,
    bodyLimit: 100_000, // a thousand uids, however they are spelt
    reply: seatedManySchema,
    problems: ['not-found'],
  },
  ({ deps, caller, params: { id }, body }) => seatMany(deps, caller.uid, id, body),
);
