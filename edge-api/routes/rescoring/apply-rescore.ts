// POST questions/{id}/rescore/apply.
import * as z from 'zod/mini';
import { applyRescoreSchema, rescoreSchema } from '#contract/desk/rescores.ts';
import { idSchema } from '#contract/wire/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { applyRescore } from '../../services/rescoring/apply-rescore.ts';

export const postApplyRescore = endpoint(
  {
    method: 'post',
    path: '/questions/:id/rescore/apply',
    who: 'admin',
    summary:
      'Confirms the list of changes that was shown. From then on the question is scored by the corrected key; the listed scores are changed in the background, and sittings that changed meanwhile are listed anew.',
    params: z.object({ id: idSchema }),
    body: applyRescoreSchema,
    reply: rescoreSchema,
    problems: ['changed-meanwhile'],
  },
  ({ deps, caller, params, body }) => applyRescore(deps, caller.uid, params.id, body),
);
