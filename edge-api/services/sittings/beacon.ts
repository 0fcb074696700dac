// The server's word on the time, signed (rule 14).
import type { Beacon } from '#contract/sync.ts';
import type { Deps } from '../../deps.ts';

export function beaconAt(deps: Pick<Deps, 'keys'>, now: number): Beacon {
  const serverTime = new Date(now).toISOString();
  return { serverTime, signature: deps.keys.sign('beacon', serverTime) };
}
