// What every answer of the sync calls says of a sitting.
import type { PushReply } from '#contract/wire/sync.ts';
import type { Deps } from '../../deps.ts';
import { beaconAt } from './beacon.ts';
import type { StoredSitting } from './read-sitting.ts';

export function standingOf(
  deps: Deps,
  sitting: Pick<StoredSitting, 'id' | 'deadline' | 'paused' | 'state' | 'epoch'>,
  acked: number,
  now: number,
): PushReply {
  return {
    acked,
    ...beaconAt(deps, now, sitting.id),
    deadline: new Date(sitting.deadline).toISOString(),
    ...(sitting.paused !== null && { pausedAt: new Date(sitting.paused).toISOString() }),
    state: sitting.state,
    epoch: sitting.epoch,
  };
}
