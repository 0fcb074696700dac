// GET exams/:id/start-codes, GET and POST exams/:id/start-code.
import * as z from 'zod/mini';
import {
  roomSchema,
  startCodeFactsSchema,
  startCodeListSchema,
  startCodeRequestSchema,
  startCodeSchema,
} from '#contract/desk/start-codes.ts';
import { idSchema } from '#contract/wire/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { listStartCodes, makeStartCode, tellStartCode } from '../../services/papers/start-codes.ts';

const params = z.object({ id: idSchema });

export const getStartCodes = endpoint(
  {
    method: 'get',
    path: '/exams/:id/start-codes',
    who: 'staff',
    summary: 'The rooms of an exam that have a start code, without the codes.',
    params,
    reply: startCodeListSchema,
    problems: ['not-found'],
  },
  ({ deps, caller, params: { id } }) => listStartCodes(deps, caller, id),
);

export const getStartCode = endpoint(
  {
    method: 'get',
    path: '/exams/:id/start-code',
    who: 'staff',
    summary:
      'The start code of a room, or of the whole exam where that room has none, from the exam’s start on. Showing it releases it: in an exam that each candidate starts on their own, the time of everyone who starts with it runs from then.',
    params,
    query: z.object({ room: z._default(roomSchema, '') }),
    reply: startCodeSchema,
    problems: ['not-found', 'not-open-yet'],
  },
  ({ deps, caller, params: { id }, query }) => tellStartCode(deps, caller, id, query.room),
);

export const postStartCode = endpoint(
  {
    method: 'post',
    path: '/exams/:id/start-code',
    who: 'admin',
    summary: 'Creates the start code of a room or of the whole exam; called again, it replaces it.',
    params,
    body: startCodeRequestSchema,
    reply: startCodeFactsSchema,
    problems: ['not-found'],
  },
  ({ deps, caller, params: { id }, body }) => makeStartCode(deps, caller.uid, id, body.room),
);
