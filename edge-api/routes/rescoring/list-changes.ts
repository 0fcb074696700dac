// GET questions/{id}/rescore/changes.
import * as z from 'zod/mini';
import { rescoreChangeListSchema } from '#contract/desk/rescores.ts';
import { idSchema } from '#contract/wire/values.ts';
import { listEndpoint } from '../../middleware/list-endpoint.ts';
import { paging } from '../../middleware/list-query.ts';
import { listChanges } from '../../services/rescoring/list-changes.ts';

export const getRescoreChanges = listEndpoint(
  {
    path: '/questions/:id/rescore/changes',
    summary: 'The scores that a rescore changes, before and after; how many is in X-Total-Count.',
    params: z.object({ id: idSchema }),
    query: z.object(paging(50, 200)),
    reply: rescoreChangeListSchema,
    problems: ['not-found'],
  },
  ({ deps, params, query }) => listChanges(deps, { questionId: params.id, ...query }),
);
