// The candidates of one exam: lists and exports, and what the office sets for each candidate.
import * as z from 'zod/mini';
import {
  listEndpoint,
  listQueries,
  paging,
  workbookEndpoint,
} from '#api/middleware/list-endpoint.ts';
import { refreshUser } from '#api/services/auth/find-user.ts';
import {
  changeAccommodations,
  exportRooms,
  listRooms,
  seatMany,
} from '#api/services/exams/accommodations.ts';
import {
  allowAnother,
  exportParticipants,
  listParticipants,
} from '#api/services/exams/participants.ts';
import { listSorts } from '#contract/desk/list-sorts.ts';
import {
  accommodationsChangeSchema,
  accommodationsSchema,
  allowAnotherRequestSchema,
  examRoomsSchema,
  participantListSchema,
  seatedManySchema,
  seatManySchema,
} from '#contract/desk/participants.ts';
import { freshUserReplySchema } from '#contract/site/waiting-order.ts';
import { statuses, userReplySchema } from '#contract/wire/users.ts';
import { idSchema } from '#contract/wire/values.ts';
import { endpoint, requireOwn } from '../../middleware/endpoint.ts';

const LONGEST_PAGE = 5_000;

/** An empty status means no filter: forms send it when nothing is chosen. */
const queries = listQueries(
  { status: z._default(z.enum(['', ...statuses]), '') },
  listSorts.participants,
  paging(1_000, LONGEST_PAGE),
);

export const getParticipants = listEndpoint(
  {
    route: 'get /exams/by-exam/:id',
    mayLag: true,
    summary:
      'Who applied for an exam, oldest application first or sorted; the total is in X-Total-Count.',
    params: z.object({ id: idSchema }),
    query: queries.list,
    reply: participantListSchema,
    problems: ['not-found'],
  },
  ({ deps, params, query }) => listParticipants(deps, { examId: params.id, ...query }),
);

export const getParticipantsExport = workbookEndpoint(
  {
    route: 'get /exams/by-exam/:id/export',
    mayLag: true,
    summary:
      'Everyone who applied for an exam, or those that match a search, a status or chosen uids, as a streamed workbook: names, documents as full links, a score per section.',
    params: z.object({ id: idSchema }),
    query: queries.workbook,
    problems: ['not-found'],
  },
  ({ deps, params, query }) => exportParticipants(deps, { examId: params.id, ...query }),
);

export const getRooms = workbookEndpoint(
  {
    route: 'get /exams/by-exam/:id/rooms',
    summary:
      'Everyone who has paid for an exam, room by room, with their accommodations and a place to sign, as a workbook.',
    params: z.object({ id: idSchema }),
    problems: ['not-found'],
  },
  ({ deps, params }) => exportRooms(deps, params.id),
);

export const getExamRooms = endpoint(
  {
    route: 'get /exams/:id/rooms',
    who: 'admin',
    summary: 'The rooms of an exam and how many of its paid candidates sit in each.',
    params: z.object({ id: idSchema }),
    reply: examRoomsSchema,
    problems: ['not-found'],
  },
  ({ deps, params: { id } }) => listRooms(deps, id),
);

export const putAccommodations = endpoint(
  {
    route: 'put /exams/:id/participants/:uid',
    who: 'admin',
    summary:
      'A candidate’s room and accommodations: extra time, larger text, a reader. With `seen`, refused where somebody has changed them since.',
    params: z.object({ id: idSchema, uid: idSchema }),
    body: accommodationsChangeSchema,
    reply: accommodationsSchema,
    problems: ['not-found', 'changed-meanwhile'],
  },
  ({ deps, caller, params: { id, uid }, body }) =>
    changeAccommodations(deps, caller.uid, { examId: id, uid }, body),
);

export const postSeats = endpoint(
  {
    route: 'post /exams/:id/participants/room',
    who: 'admin',
    summary: 'The room of many candidates of an exam: all of them or none.',
    params: z.object({ id: idSchema }),
    body: seatManySchema,
    bodyLimit: 100_000, // a thousand uids, however they are spelt
    reply: seatedManySchema,
    problems: ['not-found'],
  },
  ({ deps, caller, params: { id }, body }) => seatMany(deps, caller.uid, id, body),
);

export const postAllowAnother = endpoint(
  {
    route: 'post /exams/allow-another',
    who: 'admin',
    summary: 'Let a Completed candidate apply for one more exam; their result stays.',
    body: allowAnotherRequestSchema,
    reply: userReplySchema,
    problems: ['not-found'],
  },
  async ({ deps, caller, body }) => ({ user: await allowAnother(deps, caller.uid, body) }),
);

export const postUpdateUser = endpoint(
  {
    route: 'post /exams/updateuser',
    who: 'candidate-or-admin',
    summary:
      'The current user, after asking the gateway about their open payments; and the newest of those that it or the office hasn’t decided on.',
    body: z.object({
      uid: z.string().check(z.maxLength(40)),
      eid: z.nullish(z.string().check(z.maxLength(40))),
    }),
    reply: freshUserReplySchema,
    problems: ['not-found'],
  },
  ({ deps, caller, body }) => refreshUser(deps, requireOwn(caller, body.uid)),
);
