// What this process remembers of sittings under way, so that a push is one statement: the facts, and of the log what
// the next push is judged by. Whether it still stands, the version says, in the statement that writes.
import type { Database } from '#db/client.ts';
import {
  addSeqs,
  decisiveActs,
  type HeldSeqs,
  noSeqs,
  seqsOf,
} from '#machines/sitting/log-so-far.ts';
import {
  type LoggedAct,
  type Projection,
  project,
  type TimeFacts,
} from '#machines/sitting/rules.ts';
import type { JudgedEvent } from './judge-events.ts';
import { logBytes } from './log-budget.ts';
import { readWhole, type SittingFacts, type WholeSitting } from './read-sitting.ts';
import { timesBy, timesOf } from './settle.ts';

export type UnderWay = SittingFacts & {
  /** By device. */
  held: ReadonlyMap<string, HeldSeqs>;
  acts: readonly LoggedAct[];
};

/** Some 20 KB each with a hundred questions answered. Past that all are forgotten and read again when needed. */
const MOST_KEPT = 15_000;
const kept = new WeakMap<Database, Map<string, UnderWay>>();

/** What is kept of the sittings of a database, by their ids. */
export function keptUnderWay(db: Database): Map<string, UnderWay> {
  let sittings = kept.get(db);
  if (!sittings || sittings.size > MOST_KEPT) {
    sittings = new Map();
    kept.set(db, sittings);
  }
  return sittings;
}

/** A sitting that was just opened: its first push needs no read. */
export function keepUnderWay(db: Database, sitting: UnderWay): void {
  keptUnderWay(db).set(sitting.id, sitting);
}

export function toUnderWay({
  log,
  handIns,
  brought,
  documentsHeld,
  ...facts
}: WholeSitting): UnderWay {
  const devices = [...new Set(log.map(({ deviceId }) => deviceId))];
  const times = timesOf({ ...facts, log, handIns, brought, documentsHeld });
  return {
    ...facts,
    held: new Map(devices.map((deviceId) => [deviceId, seqsOf(log, deviceId)])),
    acts: decisiveActs(log, times),
  };
}

/**
 * The sitting once these are added, and what counts then.
 * @param events none that the log holds
 * @returns null when the sitting has changed meanwhile
 */
export async function withEvents(
  db: Database,
  sitting: UnderWay,
  deviceId: string,
  events: readonly JudgedEvent[],
  now: number,
): Promise<{ sitting: UnderWay; projection: Projection } | null> {
  const added = events.map((event) => ({ ...event, deviceId, receivedAt: now }));
  const seqs = addSeqs(
    sitting.held.get(deviceId) ?? noSeqs,
    events.map(({ seq }) => seq),
  );
  let log: readonly LoggedAct[] = [...sitting.acts, ...added];
  let times: TimeFacts = timesBy(sitting, new Map());
  let projection = project(log, [], times);
  if (projection.held > 0) {
    // The devices' evidence, which is not kept, can only make more count.
    const whole = await readWhole(db, { sittingId: sitting.id });
    if (whole?.version !== sitting.version) return null;
    const all = [...whole.log, ...added];
    [log, times] = [all, timesOf(whole, all)];
    projection = project(log, [], times);
  }
  const after = {
    ...sitting,
    version: sitting.version + 1,
    log_bytes: sitting.log_bytes + logBytes(events),
    held: new Map(sitting.held).set(deviceId, seqs),
    acts: decisiveActs(log, times),
  };
  return { sitting: after, projection };
}
