// A device's events come in (rules 8–10). While the sitting is open this is one write, judged by the facts
// this process read or wrote last: the write does nothing when they have changed, and then they are read.
import type { PushReply, PushRequest } from '#contract/sync.ts';
import type { Database } from '#db/client.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import type { Caller } from '../auth/find-session.ts';
import { appendEvents } from './append-events.ts';
import { judgeEvents } from './judge-events.ts';
import { readFacts, type SittingFacts } from './read-sitting.ts';
import { settleLateEvents } from './settle-late-events.ts';
import { standingOf } from './standing.ts';
import { untilUnchanged } from './try-again.ts';

/** Some 2 KB each. Past that all are forgotten and read again when needed. */
const MOST_KEPT = 20_000;
const kept = new WeakMap<Database, Map<string, SittingFacts>>();

function keptFacts(db: Database): Map<string, SittingFacts> {
  let facts = kept.get(db);
  if (!facts || facts.size > MOST_KEPT) {
    facts = new Map();
    kept.set(db, facts);
  }
  return facts;
}

/** @throws Problem not-found, forbidden */
export async function pushEvents(
  deps: Deps,
  caller: Caller,
  push: PushRequest,
): Promise<PushReply> {
  const facts = keptFacts(deps.db);
  return untilUnchanged(async () => {
    const sitting = facts.get(push.sittingId) ?? (await readFacts(deps.db, push.sittingId));
    if (!sitting) throw new Problem('not-found');
    if (sitting.uid !== caller.uid) throw new Problem('forbidden');
    facts.delete(push.sittingId);
    if (sitting.state !== 'open') return settleLateEvents(deps, push);
    const now = deps.now();
    const judged = await judgeEvents(deps.db, sitting, push, push.events, null);
    const waiting = push.waiting ?? 0;
    const written = await appendEvents(deps.db, sitting, push.deviceId, judged, now, waiting);
    if (!written) return null;
    facts.set(push.sittingId, { ...sitting, version: sitting.version + 1 });
    return standingOf(deps, sitting, written.acked, now);
  });
}
