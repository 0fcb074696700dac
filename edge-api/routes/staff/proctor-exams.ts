// The exams of a proctor, as the administrator assigns them.
import * as z from 'zod/mini';
import { watchedExamListSchema, watchedRoomsSchema } from '#contract/desk/staff.ts';
import { idSchema } from '#contract/wire/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import {
  assignExam,
  assignRooms,
  readAssigned,
  unassignExam,
} from '../../services/staff/assign-exam.ts';

const both = z.object({ uid: idSchema, examId: idSchema });
const shared = {
  who: 'admin',
  reply: watchedExamListSchema,
  problems: ['not-found'],
} as const;

export const getProctorExams = endpoint(
  {
    ...shared,
    method: 'get',
    path: '/staff/:uid/exams',
    summary: 'The exams assigned to a proctor, newest start first.',
    params: z.object({ uid: idSchema }),
  },
  ({ deps, params: { uid } }) => readAssigned(deps.db.orm, uid),
);

export const putProctorExam = endpoint(
  {
    ...shared,
    method: 'put',
    path: '/staff/:uid/exams/:examId',
    summary: 'Assigns an exam to a proctor; returns all of theirs.',
    params: both,
  },
  ({ deps, caller, params: { uid, examId } }) => assignExam(deps, caller.uid, uid, examId),
);

export const deleteProctorExam = endpoint(
  {
    ...shared,
    method: 'delete',
    path: '/staff/:uid/exams/:examId',
    summary: 'Removes an exam from a proctor; returns the rest of theirs.',
    params: both,
  },
  ({ deps, caller, params: { uid, examId } }) => unassignExam(deps, caller.uid, uid, examId),
);

export const putProctorRooms = endpoint(
  {
    ...shared,
    method: 'put',
    path: '/staff/:uid/exams/:examId/rooms',
    summary: 'Sets a proctor’s rooms in an assigned exam; returns all of their exams.',
    params: both,
    body: watchedRoomsSchema,
  },
  ({ deps, caller, params: { uid, examId }, body: { rooms } }) =>
    assignRooms(deps, caller.uid, uid, examId, rooms),
);
