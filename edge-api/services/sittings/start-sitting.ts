// Starts a sitting by a candidate's request: the paper that was prepared for it, or one drawn now, and the deadline.
import type { SittingState } from '#contract/wire/sync.ts';
import { startOfOpening } from '#machines/sitting/start-times.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import type { Caller } from '../auth/find-session.ts';
import { drawPrepared } from '../papers/draw-prepared.ts';
import { beginSitting } from './begin.ts';
import { type Door, type Prepared, timesOf } from './door.ts';
import type { WholeSitting } from './read-sitting.ts';

/**
 * @param deviceId null for a caller without the device protocol: no turn is handed out
 * @param held the version that this device has and will read; null for the one that stands now
 * @returns null when another request started it first
 * @throws Problem account-blocked, exam-inactive, not-open-yet, exam-over, section-too-large
 */
export async function startSitting(
  deps: Deps,
  caller: Caller,
  door: Door,
  deviceId: string | null,
  held: Prepared | null,
  now: number,
): Promise<WholeSitting | null> {
  if (caller.isBlocked) throw new Problem('account-blocked');
  if (!door.active) throw new Problem('exam-inactive');
  if (now < door.starts)
    throw new Problem('not-open-yet', { retryAfter: Math.ceil((door.starts - now) / 1000) });
  const times = timesOf(door, startOfOpening(door, now, door.code_told));
  if (now >= times.deadline) throw new Problem('exam-over');
  const paper = held ? { ...held, isNew: false } : await drawPrepared(deps, door);
  const { own_turn: own, reserved } = door;
  const isReserved = own?.version === paper.version && own.epoch === reserved;
  const epoch = isReserved ? reserved : reserved + 1;
  const turn = deviceId === null ? null : { deviceId, epoch, isReserved };
  const begun = await beginSitting(
    deps.db,
    {
      enrolmentId: door.enrolment_id,
      uid: caller.uid,
      examId: door.exam_id,
      paper,
      turn,
      times,
      by: 'server',
      tokenHash: caller.tokenHash,
    },
    now,
  );
  if (!begun) return null;
  const state: SittingState = 'open';
  return {
    id: paper.sittingId,
    enrolment_id: door.enrolment_id,
    uid: caller.uid,
    exam_id: door.exam_id,
    state,
    epoch: turn?.epoch ?? 0,
    device_id: deviceId,
    version: 1,
    started: times.startedAt,
    deadline: times.deadline,
    paused: times.pausedAt,
    held_decision: null,
    held_decided: null,
    score_told: null,
    late_looked: null,
    transit_seconds: door.transit_seconds,
    late_minutes: door.late_minutes,
    trusts_measured: door.trusts_measured,
    receipt: null,
    log_bytes: 0,
    format: door.format,
    sections: paper.sections,
    turns: turn ? [[turn.deviceId, turn.epoch]] : [],
    log: [],
    handIns: [],
    brought: new Map(),
    documentsHeld: new Set(),
  };
}
