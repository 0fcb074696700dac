// Takes in events that arrive after the sitting was submitted or closed. They are never thrown away (rule 16). Events proven or measured
// to be in time count [AT8], and the score is worked out again; the others wait for a person's decision. The audit log records both.
import type { PushReply, PushRequest } from '#contract/wire/sync.ts';
import { seqsOf } from '#machines/sitting/log-so-far.ts';
import type { Turn } from '#machines/sitting/rules.ts';
import type { Deps } from '../../deps.ts';
import { keepConflicts } from './append-events.ts';
import { takeBeacons } from './brought-evidence.ts';
import { decideByPolicy } from './close-overdue.ts';
import { arrive, type Carried, judgeEvents } from './judge-events.ts';
import { fitsLog, fullLog } from './log-budget.ts';
import { readPaced } from './read-paced.ts';
import { readWhole, type WholeSitting } from './read-sitting.ts';
import { settlementOf, timesOf, writeSettlement } from './settle.ts';
import { standingOf } from './standing.ts';

/** The submission that ended the sitting. There is at most one, and nothing after it counts. */
function endOf({ submissions }: WholeSitting): Turn | null {
  return submissions.find(({ final }) => final) ?? null;
}

/** @returns null when the sitting changed meanwhile @throws Problem too-large; throttled, only when `carried` is null */
export async function settleLateEvents(
  deps: Deps,
  push: PushRequest,
  carried: Carried | null,
): Promise<PushReply | null> {
  const which = { sittingId: push.sittingId };
  const sitting = await (carried ? readWhole(deps.db, which) : readPaced(deps, which));
  if (!sitting) return null;
  const now = deps.now();
  const judged = await judgeEvents(deps.db, sitting, push, push.events, endOf(sitting));
  const receivedAt = carried?.receivedAt ?? now;
  const { fresh, news, log } = arrive(sitting.log, push.deviceId, judged, receivedAt);
  const keepOthers = async () => {
    if (fresh.length < judged.length)
      await keepConflicts(deps.db, sitting.id, push.deviceId, judged, now);
  };
  const { upTo: acked } = seqsOf(log, push.deviceId);
  const beacons = takeBeacons(deps, sitting, push.deviceId, push.words);
  if (news.length === 0 && !beacons) {
    await keepOthers();
    return standingOf(deps, sitting, acked, now);
  }

  if (!fitsLog(sitting, fresh)) throw fullLog();
  const times = timesOf(sitting, log, beacons);
  const settlement = await settlementOf(deps.db, sitting, times, log);
  const { projection } = settlement;
  const late = await decideByPolicy(deps, times, projection, now);
  const written = await writeSettlement(
    deps.db,
    sitting,
    {
      ...settlement,
      ...late,
      events: { deviceId: push.deviceId, judged: news, receivedAt },
      beacons,
      notes:
        fresh.length === 0
          ? late.notes
          : [
              ...late.notes,
              {
                actor: 'server',
                action: 'sitting.late-events',
                detail: {
                  device: push.deviceId,
                  events: fresh.length,
                  refused: fresh.filter(({ refusal }) => refusal).length,
                  held: projection.held,
                  beacons: beacons?.beacons.length ?? 0,
                  afterDeadlineMs: now - sitting.deadline,
                  elapsed: fresh.map(({ elapsed }) => elapsed),
                },
              },
            ],
    },
    now,
  );
  if (!written) return null;
  await keepOthers();
  return standingOf(deps, sitting, acked, now);
}
