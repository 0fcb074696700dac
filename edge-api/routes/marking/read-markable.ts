// GET sittings/{id}/marking.
import * as z from 'zod/mini';
import { markableSittingSchema } from '#contract/desk/marking.ts';
import { idSchema } from '#contract/wire/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { readMarkable } from '../../services/marking/read-markable.ts';

export const getMarkable = endpoint(
  {
    method: 'get',
    path: '/sittings/:id/marking',
    who: 'admin',
    summary:
      'A sitting for who marks its documents: the pages that count, in the candidate’s order, as links that open for a week, and the mark so far.',
    params: z.object({ id: idSchema }),
    reply: markableSittingSchema,
    problems: ['not-found'],
  },
  ({ deps, params }) => readMarkable(deps, params.id),
);
