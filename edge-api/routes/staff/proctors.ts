// GET and POST staff, GET and PUT staff/{uid}, and what is done to one: proctor accounts.
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
  newProctorSchema,
  proctorChangeSchema,
  proctorListSchema,
  proctorPasswordSchema,
  proctorSchema,
  watchedExamListSchema,
  watchedRoomsSchema,
} from '#contract/desk/staff.ts';
import { idSchema } from '#contract/wire/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { Problem } from '../../problem.ts';
import { renewPassword } from '../../services/auth/new-password.ts';
import {
  changeProctor,
  createProctor,
  listProctors,
  readProctor,
  setRevoked,
} from '../../services/staff/proctors.ts';

const params = z.object({ uid: idSchema });

export const getProctors = listEndpoint(
  {
    route: 'get /staff',
    summary:
      'Proctor accounts, newest first or sorted, by name, UID, mobile or e-mail; the total is in X-Total-Count.',
    query: z.object({
      search: searchText,
      ...sorting(listSorts.proctors),
      ...paging(10, 500),
    }),
    reply: proctorListSchema,
  },
  ({ deps, query }) => listProctors(deps.db.orm, query),
);

export const postProctor = endpoint(
  {
    route: 'post /staff',
    who: 'admin',
    summary:
      'Creates a proctor account; the reply and an SMS carry its UID and a password that works once, within a day.',
    body: newProctorSchema,
    reply: proctorPasswordSchema,
    status: 201,
    problems: ['email-taken', 'mobile-taken', 'unavailable'],
  },
  ({ deps, caller, body }) => createProctor(deps, caller.uid, body),
);

export const getProctor = endpoint(
  {
    route: 'get /staff/:uid',
    who: 'admin',
    summary: 'One proctor account, with the version to send back with a change.',
    params,
    reply: proctorSchema,
    problems: ['not-found'],
  },
  async ({ deps, params: { uid } }) => {
    const proctor = await readProctor(deps.db.orm, uid);
    if (!proctor) throw new Problem('not-found');
    return proctor;
  },
);

export const putProctor = endpoint(
  {
    route: 'put /staff/:uid',
    who: 'admin',
    summary:
      'Corrects a proctor’s name, mobile and e-mail. Another mobile number ends a one-time password that was not used yet.',
    params,
    body: proctorChangeSchema,
    reply: proctorSchema,
    problems: ['not-found', 'changed-meanwhile', 'email-taken', 'mobile-taken'],
  },
  ({ deps, caller, params: { uid }, body }) => changeProctor(deps, caller.uid, uid, body),
);

export const postProctorPassword = endpoint(
  {
    route: 'post /staff/:uid/password',
    who: 'admin',
    summary: 'A new one-time password for a proctor, in the reply and by SMS.',
    params,
    reply: proctorPasswordSchema,
    problems: ['not-found', 'unavailable'],
  },
  ({ deps, caller, params: { uid } }) => renewPassword(deps, caller.uid, uid),
);

export const postProctorRevoke = endpoint(
  {
    route: 'post /staff/:uid/revoke',
    who: 'admin',
    summary: 'Ends a proctor’s sessions and their access; what they did stays.',
    params,
    reply: proctorSchema,
    problems: ['not-found'],
  },
  ({ deps, caller, params: { uid } }) => setRevoked(deps, caller.uid, uid, true),
);

export const postProctorRestore = endpoint(
  {
    route: 'post /staff/:uid/restore',
    who: 'admin',
    summary: 'Gives a revoked proctor their access back, with the password they chose.',
    params,
    reply: proctorSchema,
    problems: ['not-found'],
  },
  ({ deps, caller, params: { uid } }) => setRevoked(deps, caller.uid, uid, false),
);

// The exams of a proctor, as the administrator assigns them.
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
