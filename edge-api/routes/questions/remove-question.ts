// DELETE questions/{id}.
import * as z from 'zod/mini';
import { successReplySchema } from '#contract/users.ts';
import { idSchema } from '#contract/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { removeQuestion } from '../../services/questions/change-question.ts';

export const deleteQuestion = endpoint(
  {
    method: 'delete',
    path: '/questions/:id',
    who: 'admin',
    summary: 'Takes a question out of the bank; one that a paper holds is retired, not erased.',
    params: z.object({ id: idSchema }),
    reply: successReplySchema,
    problems: ['not-found'],
  },
  async ({ deps, caller, params }) => {
    await removeQuestion(deps, caller.uid, params.id);
    return { success: true } as const;
  },
);
