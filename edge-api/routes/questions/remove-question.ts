// DELETE questions/{id}.
import * as z from 'zod/mini';
import { successReplySchema } from '#contract/wire/users.ts';
import { idSchema, versionSchema } from '#contract/wire/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { removeQuestion } from '../../services/questions/change-question.ts';

export const deleteQuestion = endpoint(
  {
    method: 'delete',
    path: '/questions/:id',
    who: 'admin',
    summary:
      'Takes a question out of the bank; one that a paper holds is retired, not erased. A version that is no longer the current one is refused.',
    params: z.object({ id: idSchema }),
    query: z.object({ version: z.optional(z.pipe(z.coerce.number(), versionSchema)) }),
    reply: successReplySchema,
    problems: ['not-found', 'changed-meanwhile'],
  },
  async ({ deps, caller, params, query }) => {
    await removeQuestion(deps, caller.uid, params.id, query.version);
    return { success: true } as const;
  },
);
