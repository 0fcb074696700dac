// Takes in a device's events (rules 8–10). While the sitting is open this is one statement. It checks the session, and that the sitting is
// still as this process last read or wrote it. If either has changed, the statement does nothing, and session and sitting are read.

import type { Asker } from '#api/services/auth/sessions.ts';
import type { PushReply, PushRequest } from '#contract/wire/sync.ts';
import type { Database } from '#db/client.ts';
import { noSeqs } from '#machines/sitting/log-so-far.ts';
import { project } from '#machines/sitting/rules.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { askToLook } from '../hall/changes.ts';
import { appendEvents, keepConflicts } from './append-events.ts';
import { appendTogether } from './append-together.ts';
import { closeSitting, isOverdue } from './close-overdue.ts';
import { checkIsDevice } from './device-key.ts';
import { arrive, type Carried, judgeEvents, takeNew } from './judge-events.ts';
import { fitsLog, fullLog, logBytes } from './log-budget.ts';
import { recountPauses } from './pauses.ts';
import { readOrStart } from './read-or-start.ts';
import { readPaced } from './read-paced.ts';
import type { StoredSitting, WholeSitting } from './read-sitting.ts';
import { timesOf } from './settle.ts';
import { settleLateEvents } from './settle-late-events.ts';
import { standingOf } from './standing.ts';
import { untilUnchanged } from './try-again.ts';
import { keptUnderWay, type SittingUnderWay, toUnderWay, withEvents } from './under-way.ts';

/** Keeps an invented device from filling the log. What a known device brings for a turn that isn't its own is stored [AT5]. */
function wasHandedTurn({ turns }: StoredSitting, deviceId: string): boolean {
  return turns.some(([device]) => device === deviceId);
}

/**
 * @throws Problem signed-out, not-found, forbidden, open-elsewhere (a device that was never given a turn), too-large,
 * throttled; not-open-yet, device-not-allowed (for a sitting that began on a phone)
 */
export async function pushEvents(deps: Deps, asker: Asker, push: PushRequest): Promise<PushReply> {
  keepPace(deps.db, asker.tokenHash, deps.now());
  await checkIsDevice(push);
  return takeEvents(deps, push, asker);
}

/** The same for events that somebody else may bring. @throws Problem not-found, open-elsewhere, too-large */
export function carryEvents(deps: Deps, push: PushRequest, by: Carried): Promise<PushReply> {
  return takeEvents(deps, push, by);
}

function takeEvents(deps: Deps, push: PushRequest, by: Asker | Carried): Promise<PushReply> {
  const kept = keptUnderWay(deps.db);
  const carried = 'way' in by ? by : null;
  let isAgain = false;
  return untilUnchanged(async () => {
    const { whole, sitting } = await readFor(deps, by, push);
    kept.delete(push.sittingId);
    if (!wasHandedTurn(sitting, push.deviceId)) throw new Problem('open-elsewhere');
    if (sitting.state !== 'open') return settleLateEvents(deps, push, carried);
    const now = deps.now();
    if (isOverdue(sitting, now)) {
      // An overdue sitting is closed before it takes more, so that these events are judged as late. The remembered sitting may be old, so read again.
      await closeSitting(deps, sitting.id, now);
      return null;
    }
    const judged = await judgeEvents(deps.db, sitting, push, push.events, null);
    const arrival =
      whole && carried && arrive(whole.log, push.deviceId, judged, carried.receivedAt);
    const fresh = arrival?.fresh ?? takeNew(judged, sitting.held.get(push.deviceId) ?? noSeqs);
    if (!fitsLog(sitting, fresh)) throw fullLog();
    const after =
      whole && arrival
        ? toUnderWay({
            ...whole,
            log: arrival.log,
            log_bytes: whole.log_bytes + logBytes(fresh),
            version: whole.version + 1,
          })
        : await withEvents(deps, sitting, push.deviceId, fresh, now);
    if (!after) return null;
    const knownOthers = sitting.device_id === push.deviceId ? push.others : undefined;
    const append = {
      sitting,
      deviceId: push.deviceId,
      events: arrival?.news ?? fresh,
      counted: after.counted,
      now,
      more: push,
      writing: knownOthers === undefined ? 0 : sitting.epoch,
    };
    const written =
      'way' in by || isAgain
        ? await appendEvents(deps.db, append, by)
        : await appendTogether(deps.db, append, by);
    isAgain = true;
    if (!written) return null;
    kept.set(push.sittingId, after);
    if (fresh.length < judged.length)
      await keepConflicts(deps.db, sitting.id, push.deviceId, judged, now);
    // Makes the device that now has the turn push, so that it hears of these events [AT13].
    if (fresh.some(({ epoch }) => epoch < sitting.epoch)) askToLook(deps.db, [sitting.id]);
    const acked = after.held.get(push.deviceId)?.upTo ?? 0;
    const standing = standingOf(deps, await recountPauses(deps, sitting, fresh, now), acked, now);
    const isNews = knownOthers !== undefined && written.others > knownOthers;
    return isNews
      ? { ...standing, ...(await readOthers(deps, sitting, written.others)) }
      : standing;
  });
}

/** Carried events may have been received earlier than the log says, which changes the log, so they need the whole sitting. */
async function readFor(
  deps: Deps,
  by: Asker | Carried,
  push: PushRequest,
): Promise<{ whole: WholeSitting | null; sitting: SittingUnderWay }> {
  if (!('way' in by)) return { whole: null, sitting: await readKept(deps, by, push) };
  const whole = await requireWhole(deps, push);
  return { whole, sitting: toUnderWay(whole) };
}

async function readKept(deps: Deps, asker: Asker, push: PushRequest): Promise<SittingUnderWay> {
  const known = keptUnderWay(deps.db).get(push.sittingId);
  const isKnown = known?.turns.some(
    ([device, turn]) => device === push.deviceId && turn === push.epoch,
  );
  return known && isKnown ? known : readOwn(deps, asker, push);
}

async function requireWhole(deps: Deps, push: PushRequest, of?: string): Promise<WholeSitting> {
  const sitting = await readOrStart(deps, push, of);
  if (!sitting) throw new Problem('not-found');
  return sitting;
}

async function readOwn(deps: Deps, asker: Asker, push: PushRequest): Promise<SittingUnderWay> {
  const caller = await asker.requireCaller();
  const sitting = await requireWhole(deps, push, caller.uid);
  if (sitting.uid !== caller.uid) throw new Problem('forbidden');
  return toUnderWay(sitting);
}

// Limits how fast one session may send events and submissions: a bucket for each session, in this process alone. When a hall reconnects,
// that is ten thousand sessions with a push or two each. A candidate who saves without a rest makes two pushes a second, and the phone
// itself sends one at a time. The limit is by session and not by sitting, so that nobody can use up another candidate's.

/** Requests that a session may make at once; after that it must wait. */
const BURST = 600;
const A_SECOND = 5;
/** Beyond this all buckets are forgotten; a forgotten bucket starts full again. */
const MOST_KEPT = 50_000;

type Bucket = { left: number; at: number };
const kept = new WeakMap<Database, Map<string, Bucket>>();

/** @throws Problem throttled */
function keepPace(db: Database, session: string, now: number): void {
  let buckets = kept.get(db);
  if (!buckets || buckets.size > MOST_KEPT) {
    buckets = new Map();
    kept.set(db, buckets);
  }
  const { left, at } = buckets.get(session) ?? { left: BURST, at: now };
  const filled = Math.min(BURST, left + (Math.max(0, now - at) / 1_000) * A_SECOND);
  if (filled < 1) throw new Problem('throttled', { retryAfter: 1 });
  buckets.set(session, { left: filled - 1, at: now });
}

// Reads what counts of earlier turns, so that the device that now has the turn shows what it will submit [AT13]. Events of another phone
// may arrive after its sitting has moved.

/**
 * @param count how many events and submissions of earlier turns the log held when they were counted; it may hold more by now
 * @returns an empty object when the sitting has moved to another device meanwhile
 * @throws Problem throttled; the push is stored already, and the reply to the next push has the answers
 */
async function readOthers(
  deps: Deps,
  { id, epoch }: { id: string; epoch: number },
  count: number,
): Promise<Pick<PushReply, 'others'>> {
  const sitting = await readPaced(deps, { sittingId: id });
  if (sitting?.epoch !== epoch) return {};
  const { answers, documents } = project(sitting.log, sitting.submissions, timesOf(sitting));
  const own = sitting.log.filter((act) => act.epoch === epoch && act.refusal === null);
  const isAnswer = new Set(['answered', 'cleared']);
  const ownQids = new Set(own.map(({ type, qid }) => isAnswer.has(type) && qid));
  return {
    others: {
      count,
      answers: [...answers].flatMap(([qid, answer]) => (ownQids.has(qid) ? [] : [{ qid, answer }])),
      documents: own.some(({ type }) => type === 'documents') ? null : (documents ?? []),
    },
  };
}
