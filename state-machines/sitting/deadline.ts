// When a sitting ends. All instants are milliseconds since 1970 by the server's clock.

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

/** Extra time in percent of the duration: whole seconds, in the candidate's favour. */
export function agreedSeconds(durationMinutes: number, extraPercent: number): number {
  return Math.ceil((durationMinutes * 60 * extraPercent) / 100);
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
