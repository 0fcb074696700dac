// POST sittings/:id/held: a person decides on late acts; the score is recalculated (offline rule 16).
import * as z from 'zod/mini';
import { decideHeldSchema } from '#contract/desk/live.ts';
import { successReplySchema } from '#contract/wire/users.ts';
import { idSchema } from '#contract/wire/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { decideHeld } from '../../services/sittings/decide-held.ts';

export const decideHeldEndpoint = endpoint(
  {
    method: 'post',
    path: '/sittings/:id/held',
    who: 'admin',
    summary: 'Decides whether the acts held so far count, with the reason for the audit log.',
    params: z.object({ id: idSchema }),
    body: decideHeldSchema,
    reply: successReplySchema,
    problems: ['not-found', 'changed-meanwhile', 'unavailable'],
  },
  async ({ deps, caller, params, body }) => {
    await decideHeld(deps, caller.uid, params.id, body);
    return { success: true as const };
  },
);
