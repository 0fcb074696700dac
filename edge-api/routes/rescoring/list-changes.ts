// GET questions/{id}/rescore/changes.
import * as z from 'zod/mini';
import { rescoreChangeListSchema } from '#contract/desk/rescores.ts';
import { idSchema } from '#contract/wire/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { paging } from '../../middleware/list-query.ts';
import { listChanges } from '../../services/rescoring/list-changes.ts';

export const getRescoreChanges = endpoint(
  {
    method: 'get',
    path: '/questions/:id/rescore/changes',
    who: 'admin',
    summary: 'The scores that a rescore changes, before and after; how many is in X-Total-Count.',
    params: z.object({ id: idSchema }),
    query: z.object(paging(50, 200)),
    reply: rescoreChangeListSchema,
    problems: ['not-found'],
  },
  async ({ deps, params, query, header }) => {
    const { changes, total } = await listChanges(deps, { questionId: params.id, ...query });
    header('x-total-count', String(total));
    return changes;
  },
);
