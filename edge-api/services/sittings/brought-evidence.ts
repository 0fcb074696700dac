// What devices bring beside their acts, checked before the rules look at it [AT8]: words of the server by their
// signature, digests of a log by the log.
import { createHash } from 'node:crypto';
import type { HeardWord } from '#contract/wire/sync.ts';
import { logDigestText } from '#machines/sitting/digest.ts';
import type { DeviceEvidence, FixedLog, Word } from '#machines/sitting/evidence.ts';
import type { Deps } from '../../deps.ts';
import type { StoredAct, WholeSitting } from './read-sitting.ts';
import { isWordOf } from './standing.ts';

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

/**
 * What the rules go by. A digest speaks for one device's late log. Where several devices sent one and owe their logs,
 * none is taken: of logs fixed beforehand a candidate could show those that the score, or the key, speaks for [AT11].
 * @param log with what has just come
 */
export function evidenceIn(
  sitting: WholeSitting,
  log: readonly StoredAct[],
  fresh: NewWords | null,
): Map<string, DeviceEvidence> {
  const { brought } = sitting;
  const devices = [...new Set([...brought.keys(), ...(fresh ? [fresh.deviceId] : [])])];
  const end = lastInTime(sitting);
  const early = log.filter(({ receivedAt }) => receivedAt <= end);
  const owing = new Set(
    devices.filter((deviceId) => {
      const digest = brought.get(deviceId)?.log ?? null;
      return digest !== null && !fixedBy(digest, deviceId, early);
    }),
  );
  return new Map(
    devices.map((deviceId) => {
      const words =
        fresh?.deviceId === deviceId ? fresh.words : (brought.get(deviceId)?.words ?? []);
      const isOneOfSeveral = owing.size > 1 && owing.has(deviceId);
      const digest = isOneOfSeveral ? null : (brought.get(deviceId)?.log ?? null);
      return [deviceId, { words, fixed: fixedBy(digest, deviceId, log) }];
    }),
  );
}

/** Until when what arrives is in time whatever was sent before it, and nobody knows the score. */
function lastInTime({ deadline, transit_seconds, score_told, submissions }: WholeSitting): number {
  return Math.min(
    deadline + transit_seconds * 1_000,
    score_told ?? Number.POSITIVE_INFINITY,
    ...submissions.flatMap(({ final, receivedAt }) => (final ? [receivedAt] : [])),
  );
}

type LogDigest = { after: number; seq: number; digest: string; at: number };

/**
 * Null as long as an event is missing, and for ever when one is another than the digest was made of. Null, too, where one is
 * refused: by a submission sent afterwards a candidate could choose where a log with many guesses ends [AT11].
 */
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
  if (events.length !== upTo - after || events.some(({ refusal }) => refusal)) return null;
  const found = createHash('sha256').update(logDigestText(events)).digest('hex');
  return found === digest.digest ? { after, upTo, at } : null;
}
