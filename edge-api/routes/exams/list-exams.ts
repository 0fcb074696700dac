// GET exams.
import { examListSchema } from '#contract/exams.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { readExams } from '../../services/exams/read-exams.ts';

export const getExams = endpoint(
  {
    method: 'get',
    path: '/exams',
    who: 'anyone',
    summary:
      'Active exams and those with a result PDF, newest start first; the administrator sees all, with `fields`.',
    reply: examListSchema,
  },
  ({ deps, caller }) => readExams(deps.db, caller),
);
