// POST and GET questions/{id}/rescore: what a corrected key would change.
import * as z from 'zod/mini';
import { startRescore } from '#api/services/rescoring/run-rescores.ts';
import { rescoreSchema } from '#contract/desk/rescores.ts';
import { idSchema } from '#contract/wire/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { readRescore } from '../../services/rescoring/read-rescore.ts';

const declaration = {
  path: '/questions/:id/rescore',
  who: 'admin',
  params: z.object({ id: idSchema }),
  reply: rescoreSchema,
  problems: ['not-found'],
} as const;

export const postRescore = endpoint(
  {
    ...declaration,
    method: 'post',
    summary:
      'Begins to work out which scores change when sittings that used this question before are scored by its present key. Nothing is changed yet.',
  },
  ({ deps, caller, params }) => startRescore(deps, caller.uid, params.id),
);

export const getRescore = endpoint(
  {
    ...declaration,
    method: 'get',
    summary: 'How far the latest rescore of this question has come.',
  },
  ({ deps, params }) => readRescore(deps, params.id),
);
