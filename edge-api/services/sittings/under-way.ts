// What this process remembers about sittings under way, so that a push is one statement: the facts, and the part of the log that the next
// push is judged by. The statement that writes checks, by the version, whether that still holds.
import { optionNames } from '#contract/wire/values.ts';
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
  meaningOf,
  placeAll,
  type Submission,
  type TimeFacts,
} from '#machines/sitting/rules.ts';
import type { Deps } from '../../deps.ts';
import { countsOf, type SittingCounts } from './counted.ts';
import type { JudgedEvent } from './judge-events.ts';
import { logBytes } from './log-budget.ts';
import { readPaced } from './read-paced.ts';
import type { StoredSitting, WholeSitting } from './read-sitting.ts';
import { timesBy, timesOf } from './settle.ts';

export type SittingUnderWay = StoredSitting & {
  /** Seqs that the log holds, by device. */
  held: ReadonlyMap<string, HeldSeqs>;
  acts: readonly LoggedAct[];
  /** Submissions that ended nothing. */
  submissions: readonly Submission[];
  counted: SittingCounts;
};

/** About 20 KB each with a hundred questions answered. Beyond this the oldest are forgotten, and read again when needed. */
const MOST_KEPT = 15_000;
const kept = new WeakMap<Database, Map<string, SittingUnderWay>>();

/** The remembered sittings of a database, by id. */
export function keptUnderWay(db: Database): Map<string, SittingUnderWay> {
  const sittings = kept.get(db) ?? new Map<string, SittingUnderWay>();
  kept.set(db, sittings);
  for (const id of sittings.keys()) {
    if (sittings.size <= MOST_KEPT) break;
    sittings.delete(id);
  }
  return sittings;
}

/** Remembers a sitting that was just opened, so that its first push needs no read. */
export function keepUnderWay(db: Database, sitting: SittingUnderWay): void {
  keptUnderWay(db).set(sitting.id, sitting);
}

export function toUnderWay(whole: WholeSitting): SittingUnderWay {
  const { log, brought: _brought, documentsHeld: _held, corrections: _keys, ...facts } = whole;
  const devices = [...new Set(log.map(({ deviceId }) => deviceId))];
  return {
    ...facts,
    held: new Map(devices.map((deviceId) => [deviceId, seqsOf(log, deviceId)])),
    ...meaning(log, whole.submissions, timesOf(whole)),
  };
}

function meaning(log: readonly LoggedAct[], submissions: readonly Submission[], times: TimeFacts) {
  const placed = placeAll(log, submissions, times);
  const projection = meaningOf(placed, log, times);
  const acts = decisiveActs(placed.acts);
  return { acts: acts.map(lean), counted: countsOf(projection), waiting: projection.held };
}

/** Keeps only the needed fields, because there are many events. */
function lean({
  deviceId,
  epoch,
  seq,
  type,
  qid,
  answer,
  elapsed,
  receivedAt,
}: LoggedAct): LoggedAct {
  const option = optionNames.find((name) => name === answer) ?? answer;
  return { deviceId, epoch, seq, type, qid, answer: option, elapsed, receivedAt, refusal: null };
}

/**
 * The sitting with these events added, and what counts then.
 * @param events none that the log holds already
 * @returns null when the sitting has changed meanwhile
 * @throws Problem throttled
 */
export async function withEvents(
  deps: Pick<Deps, 'db' | 'now'>,
  sitting: SittingUnderWay,
  deviceId: string,
  events: readonly JudgedEvent[],
  now: number,
): Promise<SittingUnderWay | null> {
  const version = sitting.version + 1;
  if (events.length === 0) return { ...sitting, version };
  const added = events.map((event) => ({ ...event, deviceId, receivedAt: now }));
  const seqs = addSeqs(
    sitting.held.get(deviceId) ?? noSeqs,
    events.map(({ seq }) => seq),
  );
  const { acts, submissions } = sitting;
  let { waiting, ...standing } = meaning(
    [...acts, ...added],
    submissions,
    timesBy(sitting, new Map()),
  );
  if (waiting > 0) {
    // Something would wait for a decision. The devices' evidence, which isn't remembered here, can only make more count.
    const whole = await readPaced(deps, { sittingId: sitting.id });
    if (whole?.version !== sitting.version) return null;
    const log = [...whole.log, ...added];
    ({ waiting, ...standing } = meaning(log, submissions, timesOf(whole, log)));
  }
  return {
    ...sitting,
    ...standing,
    version,
    log_bytes: sitting.log_bytes + logBytes(events),
    held: new Map(sitting.held).set(deviceId, seqs),
  };
}
