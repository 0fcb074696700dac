// GET proctor/exams: what the signed-in proctor watches over.
import { watchedExamListSchema } from '#contract/desk/staff.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { listAssigned } from '../../services/staff/assign-exam.ts';

export const getOwnExams = endpoint(
  {
    method: 'get',
    path: '/proctor/exams',
    who: 'proctor',
    summary: 'The exams assigned to the caller, newest start first.',
    reply: watchedExamListSchema,
  },
  ({ deps, caller }) => listAssigned(deps.db.orm, caller.uid),
);
