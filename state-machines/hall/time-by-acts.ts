// The effect of proctors' acts on a sitting's time, computed from all acts in the order in which they were done. So it
// doesn't matter in which order or how often they arrive.
import { agreedSeconds } from '#contract/wire/exams.ts';
import { deadlineOf } from '../sitting/deadline.ts';

export type TimeAct = {
  id: string;
  kind: 'extra-time' | 'pause' | 'resume' | 'reopen';
  /** When it was done, ms by the server's clock. */
  at: number;
  /** Minutes of extra time, or the least time left after a reopening; 0 for other kinds. */
  minutes: number;
  /** For this candidate alone, not for a room or everyone. */
  own: boolean;
  /** For extra time: given in place of the pause before it, which the phone may not have heard of. */
  forPause: boolean;
};

export type SittingSpan = {
  startedAt: number;
  durationMinutes: number;
  /** Extra time agreed beforehand, in percent of the duration. */
  extraPercent: number;
  /** How long after `startedAt` the candidate waited for a start code; the time runs from the end of the wait. */
  waitedSeconds: number;
  /** Subtracted, because the office ended the exam early. */
  cutSeconds: number;
};

export type TimeByActs = { extraSeconds: number; deadline: number; pausedAt: number | null };

/** One thing that the candidate did to the paper. Both in ms by the server's clock. */
export type Work = { at: number; receivedAt: number };

/** The first and the last act in each pause, by the time the pause began. */
type Worked = Map<number, { first: number; last: number }>;

/** After `from` until `to`, ms by the server's clock. */
type Pause = { from: number; to: number };
type Counted = { extraSeconds: number; deadline: number; pausedAt: number | null; pauses: Pause[] };

/** Sorts acts by when they were done, whatever the order of arrival. */
function inTurn(acts: readonly TimeAct[]): TimeAct[] {
  return [...acts].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
}

/**
 * Which work `timeByActs` needs, so that the caller needn't read the whole log: the first and the last act in each of
 * these pauses are enough. Work received before `anyway` may be passed as received at `anyway`, because no deadline is
 * earlier than that.
 */
export function pausesOf(
  acts: readonly TimeAct[],
  span: SittingSpan,
): { pauses: readonly Pause[]; anyway: number } {
  const { pauses } = countActs(inTurn(acts), span, new Map());
  return { pauses, anyway: countActs([], span, new Map()).deadline };
}

/**
 * - Extra time for a room applies only to candidates whose time was running then; those who start later lose nothing.
 * - A pause also applies to candidates who start during it. A candidate who worked during a pause doesn't get that time
 *   back [AT20], so nobody works in time that is given back.
 * - If a phone didn't hear of a pause, a proctor gives extra time in its place (`forPause`). The longer of the two
 *   counts, not both, whichever is done first. Given to a room, it applies only to candidates who were sitting in that
 *   pause.
 * - Work during a pause makes the deadline earlier, but never earlier than the moment when the server learned of that
 *   work. So late news makes no other work late.
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
    if (!pause) continue;
    const { first, last } = worked.get(pause.from) ?? { first: at, last: at };
    worked.set(pause.from, { first: Math.min(at, first), last: Math.max(at, last) });
    const then = countActs(inOrder, span, worked);
    deadline = Math.min(deadline, Math.max(then.deadline, receivedAt));
    pausedAt = then.pausedAt;
  }
  const extraSeconds = whole.extraSeconds - Math.floor((whole.deadline - deadline) / 1_000);
  return { extraSeconds, deadline: deadlineOf({ ...span, extraSeconds }), pausedAt };
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
  // The last pause, in seconds: what its end gave back, and what was given in its place.
  let lastPause = { back: 0, instead: 0 };
  // Whether the last pause was over before this candidate's time ran.
  let missed = false;
  const giveForPause = (seconds: Partial<typeof lastPause>) => {
    const longer = ({ back, instead }: typeof lastPause) => Math.max(back, instead);
    const before = longer(lastPause);
    lastPause = { ...lastPause, ...seconds };
    extraSeconds += longer(lastPause) - before;
  };
  for (const { kind, at, minutes, own, forPause } of inOrder) {
    switch (kind) {
      case 'extra-time':
        if (at < runsFrom && (forPause || !own)) break;
        if (forPause && !own && missed) break;
        if (forPause) giveForPause({ instead: lastPause.instead + minutes * 60 });
        else extraSeconds += minutes * 60;
        break;
      case 'pause':
        // After the deadline there is no time left to stop.
        if (at >= deadline() || pausedAt !== null) break;
        pausedAt = Math.max(at, runsFrom);
        lastPause = { back: 0, instead: 0 };
        missed = false;
        break;
      case 'resume':
        if (pausedAt !== null) {
          missed = at <= runsFrom;
          const held = Math.max(0, at - pausedAt - workedIn(pausedAt));
          giveForPause({ back: Math.ceil(held / 1_000) });
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
