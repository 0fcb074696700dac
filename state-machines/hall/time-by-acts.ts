// What a proctor's acts make of a sitting's time. Worked out from all of them at once, in the order in which they were
// done: so the order in which they reach the server, and how often, changes nothing.
import { agreedSeconds, deadlineOf } from '../sitting/deadline.ts';

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

/** One thing that the candidate did to the paper. Both in ms by the server's clock. */
export type Work = { at: number; receivedAt: number };

/** From the first to the last thing that was done in a pause, by when the pause began. */
type Worked = Map<number, { first: number; last: number }>;

/** After `from` until `to`, ms by the server's clock. */
type Pause = { from: number; to: number };
type Counted = { extraSeconds: number; deadline: number; pausedAt: number | null; pauses: Pause[] };

/** As acts are done in turn; in any order as they come. */
function inTurn(acts: readonly TimeAct[]): TimeAct[] {
  return [...acts].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
}

/**
 * Where work tells, so that not all of a log has to be read for `timeByActs`: of each pause the first and the last thing
 * done in it are enough, of all that was received until `anyway` as if received then, for no deadline is earlier.
 */
export function pausesOf(
  acts: readonly TimeAct[],
  span: SittingSpan,
): { pauses: readonly Pause[]; anyway: number } {
  const { pauses } = countActs(inTurn(acts), span, new Map());
  return { pauses, anyway: countActs([], span, new Map()).deadline };
}

/**
 * Extra time for a room is for those whose time ran then: who starts later loses nothing. A pause holds for who starts in it,
 * and for who worked on in it not for as long as they did [AT20]: nobody works in time that is given back. What was done when
 * the server learnt of such work stays in time, so work that arrives late takes nothing from what was done meanwhile.
 * @param acts in any order
 * @param work in any order
 */
export function timeByActs(
  acts: readonly TimeAct[],
  span: SittingSpan,
  work: readonly Work[] = [],
): TimeByActs {
  const inOrder = inTurn(acts);
  const whole = countActs(inOrder, span, new Map());
  const worked: Worked = new Map();
  let { deadline, pausedAt } = whole;
  for (const { at, receivedAt } of [...work].sort((a, b) => a.receivedAt - b.receivedAt)) {
    const pause = whole.pauses.find(({ from, to }) => at > from && at <= to);
    if (!pause || !isLonger(worked, pause.from, at)) continue;
    const then = countActs(inOrder, span, worked);
    deadline = Math.min(deadline, Math.max(then.deadline, receivedAt));
    pausedAt = then.pausedAt;
  }
  const extraSeconds = whole.extraSeconds - Math.floor((whole.deadline - deadline) / 1_000);
  return { extraSeconds, deadline: deadlineOf({ ...span, extraSeconds }), pausedAt };
}

function isLonger(worked: Worked, from: number, at: number): boolean {
  const known = worked.get(from);
  if (known && at >= known.first && at <= known.last) return false;
  worked.set(from, {
    first: Math.min(at, known?.first ?? at),
    last: Math.max(at, known?.last ?? at),
  });
  return known !== undefined;
}

function countActs(inOrder: readonly TimeAct[], span: SittingSpan, worked: Worked): Counted {
  const runsFrom = span.startedAt + span.waitedSeconds * 1_000;
  let extraSeconds =
    agreedSeconds(span.durationMinutes, span.extraPercent) + span.waitedSeconds - span.cutSeconds;
  let pausedAt: number | null = null;
  const pauses: Pause[] = [];
  const deadline = () => deadlineOf({ ...span, extraSeconds });
  const workedIn = (from: number) => {
    const { first, last } = worked.get(from) ?? { first: 0, last: 0 };
    return last - first;
  };
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
        if (pausedAt !== null) {
          const held = Math.max(0, at - pausedAt - workedIn(pausedAt));
          extraSeconds += Math.ceil(held / 1_000);
          pauses.push({ from: pausedAt, to: at });
        }
        pausedAt = null;
        break;
      case 'reopen':
        pausedAt = null;
        extraSeconds += Math.max(0, Math.ceil((at + minutes * 60_000 - deadline()) / 1_000));
    }
  }
  if (pausedAt === null) return { extraSeconds, deadline: deadline(), pausedAt, pauses };
  pauses.push({ from: pausedAt, to: Number.POSITIVE_INFINITY });
  return { extraSeconds, deadline: deadline(), pausedAt: pausedAt + workedIn(pausedAt), pauses };
}
