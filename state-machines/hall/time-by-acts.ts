// What a proctor's acts make of a sitting's time. Worked out from all of them at once, in the order in which they were
// done: so the order in which they reach the server, and how often, changes nothing.
import { deadlineOf } from '../sitting/deadline.ts';

export type TimeAct = {
  id: string;
  kind: 'extra-time' | 'pause' | 'resume' | 'reopen';
  /** When it was done, ms by the server's clock. */
  at: number;
  /** Of extra time, or at least left after a reopening; 0 for the others. */
  minutes: number;
  /** It was for this candidate alone, not for a room or everyone. */
  own: boolean;
};

export type SittingSpan = {
  startedAt: number;
  durationMinutes: number;
  /** Extra time agreed beforehand, in percent of the duration. */
  extraPercent: number;
  /** For a start code, after `startedAt`: the time runs from the end of the wait. */
  waitedSeconds: number;
  /** Taken off, for the office ended the exam early. */
  cutSeconds: number;
};

export type TimeByActs = { extraSeconds: number; deadline: number; pausedAt: number | null };

/** Extra time agreed beforehand, in whole seconds, in the candidate's favour. */
function agreedSeconds({
  durationMinutes,
  extraPercent,
}: Pick<SittingSpan, 'durationMinutes' | 'extraPercent'>): number {
  return Math.ceil((durationMinutes * 60 * extraPercent) / 100);
}

/**
 * Extra time for a room is for those whose time ran then: who starts later loses nothing. A pause holds for who starts in it.
 * @param acts in any order
 */
export function timeByActs(acts: readonly TimeAct[], span: SittingSpan): TimeByActs {
  const runsFrom = span.startedAt + span.waitedSeconds * 1_000;
  let extraSeconds = agreedSeconds(span) + span.waitedSeconds - span.cutSeconds;
  let pausedAt: number | null = null;
  const deadline = () => deadlineOf({ ...span, extraSeconds });
  const inOrder = [...acts].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  for (const { kind, at, minutes, own } of inOrder) {
    switch (kind) {
      case 'extra-time':
        if (own || at >= runsFrom) extraSeconds += minutes * 60;
        break;
      case 'pause':
        // After the end there is nothing left to hold.
        if (at < deadline()) pausedAt ??= Math.max(at, runsFrom);
        break;
      case 'resume':
        if (pausedAt !== null) extraSeconds += Math.ceil(Math.max(0, at - pausedAt) / 1_000);
        pausedAt = null;
        break;
      case 'reopen':
        pausedAt = null;
        extraSeconds += Math.max(0, Math.ceil((at + minutes * 60_000 - deadline()) / 1_000));
    }
  }
  return { extraSeconds, deadline: deadline(), pausedAt };
}
