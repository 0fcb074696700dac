// A device's events come in (rules 8–10). While the sitting is open this is one statement: it checks the
// session, and that the facts it was judged by, which this process read or wrote last, still stand. When it
// does nothing, session and facts are read.
import type { PushReply, PushRequest } from '#contract/wire/sync.ts';
import type { Database } from '#db/client.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import type { Asker } from '../auth/find-session.ts';
import { appendEvents } from './append-events.ts';
import { closeSitting, isOverdue } from './close-overdue.ts';
import { judgeEvents } from './judge-events.ts';
import { fitsLog, fullLog, logBytes } from './log-budget.ts';
import { keepPace } from './pace.ts';
import { readOthers } from './read-others.ts';
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

/** A sitting that was just opened: its first push needs no read. */
export function keepFacts(db: Database, sitting: SittingFacts): void {
  keptFacts(db).set(sitting.id, sitting);
}

/** Whoever makes up a device can fill nothing with it; what a known one brings for a turn not its own is kept [AT5]. */
function wasHandedTurn({ turns }: SittingFacts, deviceId: string): boolean {
  return turns.some(([device]) => device === deviceId);
}

/** @throws Problem signed-out, not-found, forbidden, open-elsewhere (a device that was never handed a turn), too-large, throttled */
export async function pushEvents(deps: Deps, asker: Asker, push: PushRequest): Promise<PushReply> {
  const facts = keptFacts(deps.db);
  keepPace(deps.db, asker.tokenHash, deps.now());
  return untilUnchanged(async () => {
    const known = facts.get(push.sittingId);
    const sitting =
      known && wasHandedTurn(known, push.deviceId)
        ? known
        : await readOwn(deps, asker, push.sittingId);
    facts.delete(push.sittingId);
    if (!wasHandedTurn(sitting, push.deviceId)) throw new Problem('open-elsewhere');
    if (sitting.state !== 'open') return settleLateEvents(deps, push);
    const now = deps.now();
    if (isOverdue(sitting, now)) {
      // It is closed before it takes more, so that what comes is judged as late. Kept facts may be old: look again.
      await closeSitting(deps, sitting.id, now);
      return null;
    }
    const judged = await judgeEvents(deps.db, sitting, push, push.events, null);
    if (!fitsLog(sitting, judged)) {
      // What is kept here counts what came twice: only the log itself can say that it is full.
      if (sitting === known) return null;
      throw fullLog();
    }
    const told = sitting.device_id === push.deviceId ? push.others : undefined;
    const written = await appendEvents(
      deps.db,
      sitting,
      push.deviceId,
      judged,
      now,
      push,
      asker.tokenHash,
      told === undefined ? 0 : sitting.epoch,
    );
    if (!written) return null;
    facts.set(push.sittingId, {
      ...sitting,
      version: sitting.version + 1,
      log_bytes: sitting.log_bytes + logBytes(judged),
    });
    const standing = standingOf(deps, sitting, written.acked, now);
    const isNews = told !== undefined && written.others > told;
    return isNews
      ? { ...standing, ...(await readOthers(deps.db, sitting, written.others)) }
      : standing;
  });
}

async function readOwn(deps: Deps, asker: Asker, sittingId: string): Promise<SittingFacts> {
  const caller = await asker.requireCaller();
  const sitting = await readFacts(deps.db, sittingId);
  if (!sitting) throw new Problem('not-found');
  if (sitting.uid !== caller.uid) throw new Problem('forbidden');
  return sitting;
}
