// GET exams/{id}.
import * as z from 'zod/mini';
import { examSchema } from '#contract/wire/exams.ts';
import { idSchema } from '#contract/wire/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { readExam } from '../../services/exams/read-exams.ts';

export const getExam = endpoint(
  {
    method: 'get',
    path: '/exams/:id',
    who: 'anyone',
    summary:
      'One exam, to whoever sees it in the list; a candidate also sees the exam they applied for.',
    params: z.object({ id: idSchema }),
    reply: examSchema,
    problems: ['not-found'],
  },
  ({ deps, caller, params }) => readExam(deps.db, caller, params.id),
);
