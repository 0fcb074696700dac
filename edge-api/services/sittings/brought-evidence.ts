// What devices bring beside their acts, checked before the rules look at it [AT8]: words of the server by their
// signature, digests of a log by the log.
import { createHash } from 'node:crypto';
import type { HeardWord } from '#contract/sync.ts';
import { logDigestText } from '#machines/sitting/digest.ts';
import type { DeviceEvidence, FixedLog, Word } from '#machines/sitting/evidence.ts';
import type { Deps } from '../../deps.ts';
import { isWordOf } from './beacon.ts';
import type { StoredAct, WholeSitting } from './read-sitting.ts';

/** Of one device; far above what a day of cuts brings together. */
const MOST_KEPT = 64;

export type NewWords = { deviceId: string; words: Word[] };

/**
 * @returns all the words to keep of the device, or null when it brought none that are new; those of another sitting,
 * or that nobody said, are left out
 */
export function takeWords(
  deps: Pick<Deps, 'keys'>,
  sitting: WholeSitting,
  deviceId: string,
  heard: readonly HeardWord[] = [],
): NewWords | null {
  const known = sitting.brought.get(deviceId)?.words ?? [];
  const words = [...known];
  for (const { serverTime, signature, elapsed, seq, unsureFrom } of heard) {
    const at = Date.parse(serverTime);
    // What a device said first of a moment stands: a second tale of it is none.
    if (words.length >= MOST_KEPT || words.some((word) => word.at === at)) continue;
    if (!isWordOf(deps, sitting.id, { serverTime, signature })) continue;
    words.push({ at, elapsed, seq, ...(unsureFrom !== undefined && { unsureFrom }) });
  }
  return words.length === known.length ? null : { deviceId, words };
}

/** What the rules go by. @param log with what has just come */
export function evidenceIn(
  sitting: WholeSitting,
  log: readonly StoredAct[],
  fresh: NewWords | null,
): Map<string, DeviceEvidence> {
  const devices = new Set([...sitting.brought.keys(), ...(fresh ? [fresh.deviceId] : [])]);
  return new Map(
    [...devices].map((deviceId) => {
      const brought = sitting.brought.get(deviceId);
      const words = fresh?.deviceId === deviceId ? fresh.words : (brought?.words ?? []);
      return [deviceId, { words, fixed: fixedBy(brought?.log ?? null, deviceId, log) }];
    }),
  );
}

type LogDigest = { after: number; seq: number; digest: string; at: number };

/** Null as long as an event is missing, and for ever when one is another than the digest was made of. */
function fixedBy(
  digest: LogDigest | null,
  deviceId: string,
  log: readonly StoredAct[],
): FixedLog | null {
  if (!digest) return null;
  const { after, seq: upTo, at } = digest;
  const events = log
    .filter((act) => act.deviceId === deviceId && act.seq > after && act.seq <= upTo)
    .sort((a, b) => a.seq - b.seq);
  if (events.length !== upTo - after) return null;
  const found = createHash('sha256').update(logDigestText(events)).digest('hex');
  return found === digest.digest ? { after, upTo, at } : null;
}
