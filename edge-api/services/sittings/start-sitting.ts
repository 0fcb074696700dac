// Starts a sitting at a candidate's request, with the paper that was prepared for it or one drawn now, and sets its deadline.

import type { Caller } from '#api/services/auth/sessions.ts';
import { startOfOpening } from '#machines/sitting/deadline.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { drawPrepared } from '../papers/draw-prepared.ts';
import { asBegun, type Beginning, beginSitting } from './begin.ts';
import { type Door, type Prepared, timesFromStart } from './door.ts';
import { refuseInPause } from './pauses.ts';
import type { WholeSitting } from './read-sitting.ts';

/**
 * @param deviceId null for a caller without the device protocol: no device gets a turn
 * @param held the paper that this device has and the candidate will read; null for the current one
 * @returns null when another request started the sitting first
 * @throws Problem account-blocked, exam-inactive, not-open-yet, exam-over, exam-paused, section-too-large
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
  const times = timesFromStart(door, startOfOpening(door, now, door.code_told));
  if (now >= times.deadline) throw new Problem('exam-over');
  refuseInPause(times.pausedAt);
  const paper = held
    ? { ...held, isNew: false }
    : await drawPrepared(deps, door, deviceId === null);
  const { own_turn: own, reserved } = door;
  const isReserved = own?.version === paper.version && own.epoch === reserved;
  const epoch = isReserved ? reserved : reserved + 1;
  const turn = deviceId === null ? null : { deviceId, epoch, isReserved };
  const beginning: Beginning = {
    enrolmentId: door.enrolment_id,
    uid: caller.uid,
    examId: door.exam_id,
    paper,
    turn,
    times,
    by: 'server',
    judgedBy: door,
    tokenHash: caller.tokenHash,
  };
  return (await beginSitting(deps.db, beginning, now)) ? asBegun(beginning, door) : null;
}
