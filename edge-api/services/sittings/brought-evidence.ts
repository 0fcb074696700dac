// Checks the evidence that devices send with their events, before the rules use it [AT8]: beacons by their signature, digests of a log by
// the log itself.
import { createHash } from 'node:crypto';
import type { HeardBeacon } from '#contract/wire/sync.ts';
import { logDigestText } from '#machines/sitting/digest.ts';
import type { CheckedBeacon, DeviceEvidence, FixedLog } from '#machines/sitting/evidence.ts';
import type { Deps } from '../../deps.ts';
import type { StoredAct, WholeSitting } from './read-sitting.ts';
import { isBeaconOf } from './standing.ts';

/** Beacons of one device; far more than a day of lost connections produces. */
const MOST_KEPT = 64;

export type NewBeacons = { deviceId: string; beacons: CheckedBeacon[] };

/**
 * @returns all beacons to store for the device; null when it brought no new ones. Beacons of another sitting and forged ones are left
 * out
 */
export function takeBeacons(
  deps: Pick<Deps, 'keys'>,
  sitting: WholeSitting,
  deviceId: string,
  heard: readonly HeardBeacon[] = [],
): NewBeacons | null {
  const known = sitting.brought.get(deviceId)?.beacons ?? [];
  const beacons = [...known];
  for (const { serverTime, signature, elapsed, seq, unsureFrom } of heard) {
    const at = Date.parse(serverTime);
    // The first beacon that a device reports for a moment stands; a second report for the same moment is ignored.
    if (beacons.length >= MOST_KEPT || beacons.some((beacon) => beacon.at === at)) continue;
    if (!isBeaconOf(deps, sitting.id, { serverTime, signature })) continue;
    beacons.push({ at, elapsed, seq, ...(unsureFrom !== undefined && { unsureFrom }) });
  }
  return beacons.length === known.length ? null : { deviceId, beacons };
}

/**
 * The evidence that the rules use. A digest vouches for one device's late log. When several devices sent a digest and still owe their
 * logs, no digest is accepted: a candidate could fix several logs beforehand, and then show only those that the score or the key
 * favours [AT11].
 * @param log including the events that have just arrived
 */
export function evidenceIn(
  sitting: WholeSitting,
  log: readonly StoredAct[],
  fresh: NewBeacons | null,
): Map<string, DeviceEvidence> {
  const { brought } = sitting;
  const devices = [...new Set([...brought.keys(), ...(fresh ? [fresh.deviceId] : [])])];
  const end = lastInTime(sitting);
  const chosen = whenChosen(sitting);
  const early = log.filter(({ receivedAt }) => receivedAt <= end);
  const owing = new Set(
    devices.filter((deviceId) => {
      const digest = brought.get(deviceId)?.log ?? null;
      return digest !== null && !fixedBy(digest, deviceId, early, chosen);
    }),
  );
  return new Map(
    devices.map((deviceId) => {
      const beacons =
        fresh?.deviceId === deviceId ? fresh.beacons : (brought.get(deviceId)?.beacons ?? []);
      const isOneOfSeveral = owing.size > 1 && owing.has(deviceId);
      const digest = isOneOfSeveral ? null : (brought.get(deviceId)?.log ?? null);
      return [deviceId, { beacons, fixed: fixedBy(digest, deviceId, log, chosen) }];
    }),
  );
}

/** Work received up to this moment is in time, whatever was sent before it, and nobody knows the score yet. */
function lastInTime({ deadline, transit_seconds, score_told, submissions }: WholeSitting): number {
  return Math.min(
    deadline + transit_seconds * 1_000,
    score_told ?? Number.POSITIVE_INFINITY,
    ...submissions.flatMap(({ final, receivedAt }) => (final ? [receivedAt] : [])),
  );
}

/** The moment from which a candidate may know the score without a late log, and could choose to show that log or keep it back. */
function whenChosen({ deadline, transit_seconds, score_told, submissions }: WholeSitting): number {
  const end = deadline + transit_seconds * 1_000;
  return Math.min(
    score_told ?? Number.POSITIVE_INFINITY,
    ...submissions.flatMap(({ final, receivedAt }) =>
      final && receivedAt > end ? [receivedAt] : [],
    ),
  );
}

type LogDigest = { after: number; seq: number; digest: string; at: number };

/**
 * Null while an event is missing, and for good when an event differs from what the digest was made of. Also null when an event is refused,
 * or was received only once the score could be known: by sending a submission later, or by choosing when to look at the score, a candidate
 * could choose where a log with many guesses ends [AT11].
 */
function fixedBy(
  digest: LogDigest | null,
  deviceId: string,
  log: readonly StoredAct[],
  chosen: number,
): FixedLog | null {
  if (!digest) return null;
  const { after, seq: upTo, at } = digest;
  const events = log
    .filter((act) => act.deviceId === deviceId && act.seq > after && act.seq <= upTo)
    .sort((a, b) => a.seq - b.seq);
  if (events.length !== upTo - after) return null;
  if (events.some(({ refusal, receivedAt }) => refusal || receivedAt > chosen)) return null;
  const found = createHash('sha256').update(logDigestText(events)).digest('hex');
  return found === digest.digest ? { after, upTo, at } : null;
}
