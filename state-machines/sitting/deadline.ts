// When a sitting starts and ends. All instants are milliseconds since 1970 by the server's clock.
import { agreedSeconds } from '#contract/wire/exams.ts';

/**
 * The default for how long after the deadline a submission may still arrive before the server closes the sitting with
 * what it holds (rule 16). Two minutes are enough for a slow reconnect and a few retries. The administrator can change
 * it.
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

/** With less time left it isn't worth reopening: the candidate needs some seconds just to read the page again. */
const WORTH_REOPENING_MS = 30_000;

/** Whether to take back a submission that a wrong clock caused and that was never sent [AT9]. */
export function mayReopen(now: number, deadline: number): boolean {
  return remainingAt(now, deadline) > WORTH_REOPENING_MS;
}

// When a sitting's time starts depends on the exam's kind of start and on who opens the paper (decisions 38, 39), never
// on what a phone says.

export type ExamStartFacts = {
  /** `together`: from the exam's start for everyone; `own`: from each candidate's own start. */
  start: 'own' | 'together';
  /** The exam's start. */
  starts: number;
};

/**
 * When an exam that starts together ends for a candidate with this much extra time agreed beforehand; from then on they
 * can no longer begin it. Infinite for an `own` exam, which never ends.
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

/** `waitedSeconds`: added to the time, because the candidate waited this long after `startedAt`. */
export type SittingStart = { startedAt: number; waitedSeconds: number };

/**
 * The start of a sitting that the server opens at `now`.
 * @param codeTold when somebody was first told a start code that opens a paper on a phone of this candidate; null if
 *   nobody was. The paper may have been read since then, on any phone.
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
 * The start of a sitting that was begun on the phone, with the exam's key or a start code. In an `own` exam the time
 * runs from the code's release. But acts are measured from the exam's start, the only moment that phone and server both
 * know. So the wait for the code is added to the time.
 * @param releasedAt when the start code was released
 */
export function startOfBeginning(
  { start, starts }: ExamStartFacts,
  releasedAt: number,
): SittingStart {
  const waited = start === 'together' ? 0 : Math.max(0, releasedAt - starts);
  return { startedAt: starts, waitedSeconds: Math.round(waited / 1_000) };
}
