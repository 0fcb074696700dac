// POST sittings/:id/looked: a person has looked at late work that counts (decision 24).
import * as z from 'zod/mini';
import { successReplySchema } from '#contract/wire/users.ts';
import { idSchema } from '#contract/wire/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { lookAtLate } from '../../services/sittings/look-at-late.ts';

export const lookAtLateEndpoint = endpoint(
  {
    method: 'post',
    path: '/sittings/:id/looked',
    who: 'admin',
    summary: 'Takes the mark “includes late work” off a score, with a line in the activity log.',
    params: z.object({ id: idSchema }),
    reply: successReplySchema,
    problems: ['not-found', 'unavailable'],
  },
  async ({ deps, caller, params }) => {
    await lookAtLate(deps, caller.uid, params.id);
    return { success: true as const };
  },
);
