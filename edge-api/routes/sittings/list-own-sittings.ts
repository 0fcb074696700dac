// GET sittings: what the signed-in candidate has sat, with the receipt of each.
import { ownSittingsSchema } from '#contract/wire/results.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { listOwnSittings } from '../../services/sittings/list-own-sittings.ts';

export const getOwnSittings = endpoint(
  {
    method: 'get',
    path: '/sittings',
    who: 'candidate',
    summary:
      'The candidate’s own sittings, newest first, with the code of each receipt; no scores.',
    reply: ownSittingsSchema,
  },
  ({ deps, caller }) => listOwnSittings(deps.db, caller.uid),
);
