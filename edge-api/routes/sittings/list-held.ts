// GET sittings/held: acts that wait for a decision on their time, with the evidence (offline rule 16).
import * as z from 'zod/mini';
import { paging } from '#api/middleware/list-endpoint.ts';
import { heldListSchema } from '#contract/desk/live.ts';
import { listEndpoint } from '../../middleware/list-endpoint.ts';
import { listHeld } from '../../services/sittings/list-held.ts';

export const listHeldEndpoint = listEndpoint(
  {
    path: '/sittings/held',
    summary:
      'Sittings with late acts that the time evidence does not settle, and that evidence (offline rule 16); how many in all is in X-Total-Count.',
    query: z.object(paging(20, 50)),
    reply: heldListSchema,
  },
  ({ deps, query }) => listHeld(deps, query),
);
