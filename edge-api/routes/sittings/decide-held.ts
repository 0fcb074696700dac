// POST sittings/:id/held: a person decides on late acts; the score is worked out anew (offline rule 16).
import * as z from 'zod/mini';
import { successReplySchema } from '#contract/users.ts';
import { idSchema, lineSchema } from '#contract/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { decideHeld } from '../../services/sittings/decide-held.ts';

export const decideHeldEndpoint = endpoint(
  {
    method: 'post',
    path: '/sittings/:id/held',
    who: 'admin',
    summary: 'Decides whether the acts held so far count, with the reason for the audit log.',
    params: z.object({ id: idSchema }),
    body: z.object({ counted: z.boolean(), reason: lineSchema(500) }),
    reply: successReplySchema,
    problems: ['not-found', 'unavailable'],
  },
  async ({ deps, caller, params, body }) => {
    await decideHeld(deps, caller.uid, params.id, body.counted, body.reason);
    return { success: true as const };
  },
);
