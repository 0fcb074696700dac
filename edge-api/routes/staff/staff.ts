// GET and POST staff, GET and PUT staff/{uid}, and acts on one account: accounts of proctors and administrators. Only
// SuperAdmin may create or change an administrator's account (403 for others).
import * as z from 'zod/mini';
import { listEndpoint, paging, searchText, sorting } from '#api/middleware/list-endpoint.ts';
import {
  assignExam,
  assignRooms,
  readAssigned,
  unassignExam,
} from '#api/services/staff/assign-exam.ts';
import { listSorts } from '#contract/desk/list-sorts.ts';
import {
  staffChangeSchema,
  staffListSchema,
  staffPasswordSchema,
  staffRequestSchema,
  staffSchema,
  watchedExamListSchema,
  watchedRoomsSchema,
} from '#contract/desk/staff.ts';
import { idSchema } from '#contract/wire/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { Problem } from '../../problem.ts';
import {
  changeStaff,
  createStaff,
  listStaff,
  readStaff,
  renewPassword,
  setRevoked,
} from '../../services/staff/staff-accounts.ts';

const params = z.object({ uid: idSchema });

export const getStaffList = listEndpoint(
  {
    route: 'get /staff',
    summary:
      'Accounts of proctors and administrators, newest first or sorted, by name, UID, mobile or email; the total is in X-Total-Count.',
    query: z.object({
      search: searchText,
      ...sorting(listSorts.proctors),
      ...paging(10, 500),
    }),
    reply: staffListSchema,
  },
  ({ deps, query }) => listStaff(deps.db.orm, query),
);

export const postStaff = endpoint(
  {
    route: 'post /staff',
    who: 'admin',
    summary:
      'Creates an account, a proctor’s unless `role` is `admin`, which SuperAdmin alone may give; the reply and an SMS carry its UID and a password that works once, within a day.',
    body: staffRequestSchema,
    reply: staffPasswordSchema,
    status: 201,
    problems: ['email-taken', 'mobile-taken', 'unavailable'],
  },
  ({ deps, caller, body }) => createStaff(deps, caller.uid, body),
);

export const getStaff = endpoint(
  {
    route: 'get /staff/:uid',
    who: 'admin',
    summary: 'One account, with the version to send back with a change.',
    params,
    reply: staffSchema,
    problems: ['not-found'],
  },
  async ({ deps, params: { uid } }) => {
    const staff = await readStaff(deps.db.orm, uid);
    if (!staff) throw new Problem('not-found');
    return staff;
  },
);

export const putStaff = endpoint(
  {
    route: 'put /staff/:uid',
    who: 'admin',
    summary:
      'Corrects name, mobile and email. Another mobile number ends a one-time password that was not used yet.',
    params,
    body: staffChangeSchema,
    reply: staffSchema,
    problems: ['not-found', 'changed-meanwhile', 'email-taken', 'mobile-taken'],
  },
  ({ deps, caller, params: { uid }, body }) => changeStaff(deps, caller.uid, uid, body),
);

export const postStaffPassword = endpoint(
  {
    route: 'post /staff/:uid/password',
    who: 'admin',
    summary: 'A new one-time password, in the reply and by SMS.',
    params,
    reply: staffPasswordSchema,
    problems: ['not-found', 'unavailable'],
  },
  ({ deps, caller, params: { uid } }) => renewPassword(deps, caller.uid, uid),
);

export const postStaffRevoke = endpoint(
  {
    route: 'post /staff/:uid/revoke',
    who: 'admin',
    summary: 'Ends somebody’s sessions and their access; what they did stays.',
    params,
    reply: staffSchema,
    problems: ['not-found'],
  },
  ({ deps, caller, params: { uid } }) => setRevoked(deps, caller.uid, uid, true),
);

export const postStaffRestore = endpoint(
  {
    route: 'post /staff/:uid/restore',
    who: 'admin',
    summary: 'Gives somebody revoked their access back, with the password they chose.',
    params,
    reply: staffSchema,
    problems: ['not-found'],
  },
  ({ deps, caller, params: { uid } }) => setRevoked(deps, caller.uid, uid, false),
);

// The exams and rooms that the administrator assigns to a proctor.
const both = z.object({ uid: idSchema, examId: idSchema });
const shared = {
  who: 'admin',
  reply: watchedExamListSchema,
  problems: ['not-found'],
} as const;

export const getProctorExams = endpoint(
  {
    ...shared,
    route: 'get /staff/:uid/exams',
    summary: 'The exams assigned to a proctor, newest start first.',
    params: z.object({ uid: idSchema }),
  },
  ({ deps, params: { uid } }) => readAssigned(deps.db.orm, uid),
);

export const putProctorExam = endpoint(
  {
    ...shared,
    route: 'put /staff/:uid/exams/:examId',
    summary: 'Assigns an exam to a proctor; returns all of theirs.',
    params: both,
  },
  ({ deps, caller, params: { uid, examId } }) => assignExam(deps, caller.uid, uid, examId),
);

export const deleteProctorExam = endpoint(
  {
    ...shared,
    route: 'delete /staff/:uid/exams/:examId',
    summary: 'Removes an exam from a proctor; returns the rest of theirs.',
    params: both,
  },
  ({ deps, caller, params: { uid, examId } }) => unassignExam(deps, caller.uid, uid, examId),
);

export const putProctorRooms = endpoint(
  {
    ...shared,
    route: 'put /staff/:uid/exams/:examId/rooms',
    summary:
      'Sets a proctor’s rooms in an assigned exam; returns all of their exams. With `seen`, refused where somebody has changed them since.',
    problems: ['not-found', 'changed-meanwhile'],
    params: both,
    body: watchedRoomsSchema,
  },
  ({ deps, caller, params: { uid, examId }, body }) =>
    assignRooms(deps, caller.uid, uid, examId, body),
);
