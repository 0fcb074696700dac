// Acts that wait for a decision on their time, with the evidence (offline rule 16).
import * as z from 'zod/mini';
import { listEndpoint, paging } from '#api/middleware/list-endpoint.ts';
import { decideHeldSchema, heldListSchema } from '#contract/desk/live.ts';
import { successReplySchema } from '#contract/wire/users.ts';
import { idSchema } from '#contract/wire/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { decideHeld, listHeld, lookAtLate } from '../../services/sittings/held.ts';

export const listHeldEndpoint = listEndpoint(
  {
    path: '/sittings/held',
    summary:
      'Sittings with late acts that the time evidence does not settle, with that evidence (offline rule 16); the total is in X-Total-Count.',
    query: z.object(paging(20, 50)),
    reply: heldListSchema,
  },
  ({ deps, query }) => listHeld(deps, query),
);

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

export const lookAtLateEndpoint = endpoint(
  {
    method: 'post',
    path: '/sittings/:id/looked',
    who: 'admin',
    summary: 'Removes the mark “includes late work” from a score, with a line in the activity log.',
    params: z.object({ id: idSchema }),
    reply: successReplySchema,
    problems: ['not-found', 'unavailable'],
  },
  async ({ deps, caller, params }) => {
    await lookAtLate(deps, caller.uid, params.id);
    return { success: true as const };
  },
);
