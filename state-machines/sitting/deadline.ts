// When a sitting starts and ends. All instants are milliseconds since 1970 by the server's clock.
import { agreedSeconds } from '#contract/wire/exams.ts';

/**
 * How long after the deadline a submission may still arrive before the server closes the sitting with what it holds
 * (rule 16), unless the administrator changes it: two minutes is a phone's slow reconnect plus a few retries.
 */
export const TRANSIT_ALLOWANCE_MS = 120_000;

export type SittingTimes = { startedAt: number; durationMinutes: number; extraSeconds: number };

/** Rule 15: deadline = start + duration + extra time. */
export function deadlineOf({ startedAt, durationMinutes, extraSeconds }: SittingTimes): number {
  return startedAt + durationMinutes * 60_000 + extraSeconds * 1_000;
}

/**
 * Milliseconds left, never below zero.
 * @param pausedAt when a proctor stopped the clock: the remaining time stays as it was then [AT20]
 */
export function remainingAt(now: number, deadline: number, pausedAt: number | null = null): number {
  return Math.max(0, deadline - Math.min(now, pausedAt ?? now));
}

/** Too little time to continue in: a page that reopens needs seconds to be read again. */
const WORTH_REOPENING_MS = 30_000;

/** Whether to take back a submission that a wrong clock made and nobody sent [AT9]. */
export function mayReopen(now: number, deadline: number): boolean {
  return remainingAt(now, deadline) > WORTH_REOPENING_MS;
}

// When a sitting's time starts, by how its exam starts and who opens it (decisions 38, 39). Never by a phone's word.

export type ExamStartFacts = {
  /** `together`: from the exam's start for everyone; `own`: from each candidate's own start. */
  start: 'own' | 'together';
  /** The exam's start. */
  starts: number;
};

/**
 * When the time of an exam that starts together is over, for someone with this much time agreed beforehand: nobody begins
 * it from then on. Never, where it runs from each candidate's own start.
 */
export function endOfExam(
  { start, starts }: ExamStartFacts,
  durationMinutes: number,
  extraPercent = 0,
): number {
  if (start === 'own') return Number.POSITIVE_INFINITY;
  const extraSeconds = agreedSeconds(durationMinutes, extraPercent);
  return deadlineOf({ startedAt: starts, durationMinutes, extraSeconds });
}

/** `waitedSeconds`: added to the time, because the candidate waited so long after `startedAt`. */
export type SittingStart = { startedAt: number; waitedSeconds: number };

/**
 * Opened by the server, at `now`.
 * @param codeTold when somebody was first told a start code that opens a paper on a phone of this candidate: it may
 * have been read since then, on any phone. Null if there is none.
 */
export function startOfOpening(
  exam: ExamStartFacts,
  now: number,
  codeTold: number | null,
): SittingStart {
  if (exam.start === 'together') return { startedAt: exam.starts, waitedSeconds: 0 };
  if (codeTold !== null) return startOfBeginning(exam, codeTold);
  return { startedAt: now, waitedSeconds: 0 };
}

/**
 * Begun on the phone, by the exam's key or a start code. In an `own` exam the time runs from the code's release, but
 * acts are measured from the exam's start, the one moment that phone and server both know. So the wait for the code is
 * added.
 * @param releasedAt of the start code
 */
export function startOfBeginning(
  { start, starts }: ExamStartFacts,
  releasedAt: number,
): SittingStart {
  const waited = start === 'together' ? 0 : Math.max(0, releasedAt - starts);
  return { startedAt: starts, waitedSeconds: Math.round(waited / 1_000) };
}
