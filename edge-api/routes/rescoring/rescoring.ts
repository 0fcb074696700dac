// Rescoring after a question's key was corrected: which scores would change, and applying the change.
import * as z from 'zod/mini';
import { listEndpoint, paging } from '#api/middleware/list-endpoint.ts';
import { startRescore } from '#api/services/rescoring/run-rescores.ts';
import {
  applyRescoreSchema,
  rescoreChangeListSchema,
  rescoreSchema,
} from '#contract/desk/rescores.ts';
import { idSchema } from '#contract/wire/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { applyRescore, listChanges, readRescore } from '../../services/rescoring/rescore.ts';

const declaration = {
  who: 'admin',
  params: z.object({ id: idSchema }),
  reply: rescoreSchema,
  problems: ['not-found'],
} as const;

export const postRescore = endpoint(
  {
    ...declaration,
    route: 'post /questions/:id/rescore',
    summary:
      'Starts working out which scores change if earlier sittings are scored by this question’s current key. Changes nothing yet.',
  },
  ({ deps, caller, params }) => startRescore(deps, caller.uid, params.id),
);

export const getRescore = endpoint(
  {
    ...declaration,
    route: 'get /questions/:id/rescore',
    summary: 'The progress of this question’s latest rescore.',
  },
  ({ deps, params }) => readRescore(deps, params.id),
);

export const getRescoreChanges = listEndpoint(
  {
    route: 'get /questions/:id/rescore/changes',
    summary: 'The scores that a rescore changes, before and after; how many is in X-Total-Count.',
    params: z.object({ id: idSchema }),
    query: z.object(paging(50, 200)),
    reply: rescoreChangeListSchema,
    problems: ['not-found'],
  },
  ({ deps, params, query }) => listChanges(deps, { questionId: params.id, ...query }),
);

export const postApplyRescore = endpoint(
  {
    route: 'post /questions/:id/rescore/apply',
    who: 'admin',
    summary:
      'Confirms the list of changes that was shown. From then on the question is scored by the corrected key; the listed scores change in the background, and sittings that changed meanwhile form a new list.',
    params: z.object({ id: idSchema }),
    body: applyRescoreSchema,
    reply: rescoreSchema,
    problems: ['changed-meanwhile'],
  },
  ({ deps, caller, params, body }) => applyRescore(deps, caller.uid, params.id, body),
);
