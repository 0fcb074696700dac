// GET questions/{id}/rescore/changes.
import * as z from 'zod/mini';
import { paging } from '#api/middleware/list-endpoint.ts';
import { listChanges } from '#api/services/rescoring/read-rescore.ts';
import { rescoreChangeListSchema } from '#contract/desk/rescores.ts';
import { idSchema } from '#contract/wire/values.ts';
import { listEndpoint } from '../../middleware/list-endpoint.ts';

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
