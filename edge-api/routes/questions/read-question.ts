// GET questions/{id}.
import * as z from 'zod/mini';
import { readQuestion } from '#api/services/questions/read-questions.ts';
import { questionSchema } from '#contract/desk/questions.ts';
import { idSchema } from '#contract/wire/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';

export const getQuestion = endpoint(
  {
    method: 'get',
    path: '/questions/:id',
    who: 'admin',
    summary: 'One question of the bank as it stands, with the version to send back with a change.',
    params: z.object({ id: idSchema }),
    reply: questionSchema,
    problems: ['not-found'],
  },
  ({ deps, params }) => readQuestion(deps.db.orm, params.id),
);
