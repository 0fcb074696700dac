// What every reply of the sync calls says about a sitting.
import type { Beacon, PushReply } from '#contract/wire/sync.ts';
import type { Deps } from '../../deps.ts';
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

// Beacons: the server's signed time (rule 14). A beacon for a sitting is bound to that sitting and proves nothing about another.

/** @param sittingId null for a beacon that states only the time and is evidence of nothing */
export function beaconAt(
  deps: Pick<Deps, 'keys'>,
  now: number,
  sittingId: string | null = null,
): Beacon {
  const serverTime = new Date(now).toISOString();
  return { serverTime, signature: deps.keys.sign('beacon', textOf(serverTime, sittingId)) };
}

/** Whether this server signed the beacon for this sitting. */
export function isBeaconOf(
  deps: Pick<Deps, 'keys'>,
  sittingId: string,
  { serverTime, signature }: Beacon,
): boolean {
  return deps.keys.verify('beacon', textOf(serverTime, sittingId), signature);
}

function textOf(serverTime: string, sittingId: string | null): string {
  return sittingId === null ? serverTime : `${sittingId} ${serverTime}`;
}
