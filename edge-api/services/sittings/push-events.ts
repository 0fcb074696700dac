// A device's events come in (rules 8–10). While the sitting is open this is one read and one write.
import type { PushReply, PushRequest } from '#contract/sync.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import type { Caller } from '../auth/find-session.ts';
import { appendEvents } from './append-events.ts';
import { judgeEvents } from './judge-events.ts';
import { readFacts } from './read-sitting.ts';
import { settleLateEvents } from './settle-late-events.ts';
import { standingOf } from './standing.ts';
import { untilUnchanged } from './try-again.ts';

/** @throws Problem not-found, forbidden */
export async function pushEvents(
  deps: Deps,
  caller: Caller,
  push: PushRequest,
): Promise<PushReply> {
  return untilUnchanged(async () => {
    const sitting = await readFacts(deps.db, push.sittingId);
    if (!sitting) throw new Problem('not-found');
    if (sitting.uid !== caller.uid) throw new Problem('forbidden');
    if (sitting.state !== 'open') return settleLateEvents(deps, push);
    const now = deps.now();
    const judged = await judgeEvents(deps.db, sitting, push, push.events, null);
    const written = await appendEvents(
      deps.db,
      sitting,
      push.deviceId,
      judged,
      now,
      push.waiting ?? 0,
    );
    return written && standingOf(deps, sitting, written.acked, now);
  });
}
