// GET sync/time: the clock of the countdown.
import { beaconSchema } from '#contract/wire/sync.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { beaconAt } from '../../services/sittings/beacon.ts';

export const getTime = endpoint(
  {
    method: 'get',
    path: '/sync/time',
    who: 'anyone',
    summary: 'The server’s time, signed (offline rule 14).',
    reply: beaconSchema,
  },
  async ({ deps }) => beaconAt(deps, deps.now()),
);
