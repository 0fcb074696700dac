// GET proctor/exams: what the caller watches over.
import { watchedExamListSchema } from '#contract/desk/staff.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { listWatched } from '../../services/hall/list-watched.ts';

export const getOwnExams = endpoint(
  {
    method: 'get',
    path: '/proctor/exams',
    who: 'staff',
    summary:
      'The exams that the caller watches over, newest start first: those assigned, for the administrator those under way or about a day from now.',
    reply: watchedExamListSchema,
  },
  ({ deps, caller }) => listWatched(deps, caller),
);
