// PUT questions/{id}.
import * as z from 'zod/mini';
import { questionChangedSchema, questionDraftSchema } from '#contract/desk/questions.ts';
import { idSchema } from '#contract/wire/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { changeQuestion } from '../../services/questions/change-question.ts';

export const putQuestion = endpoint(
  {
    method: 'put',
    path: '/questions/:id',
    who: 'admin',
    summary:
      'Changes a question; papers drawn before keep what they had. A version that is no longer the current one is refused; without one the question is changed as it stands. affectedSittings says how many were scored by another key.',
    params: z.object({ id: idSchema }),
    body: questionDraftSchema,
    bodyLimit: 1_000_000, // six texts as long as a cell of Excel holds
    reply: questionChangedSchema,
    problems: ['not-found', 'changed-meanwhile'],
  },
  ({ deps, caller, params, body }) => changeQuestion(deps, caller.uid, params.id, body),
);
