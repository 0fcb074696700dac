// What a failure means for a caller that may try again: only the problem's retry class decides [SY8].

import type { ProblemCode } from '#contract/wire/problems.ts';
import type { AwaitedWord, OpenOutcome } from '#machines/sitting/sitting-events.ts';
import type { DrainOutcome } from '#machines/sync/sync.machine.ts';
import { StorageTrouble } from '#web/exam/local-db/storage-trouble.ts';
import { ApiProblem } from '#web/shared/api-problem.ts';

/** The login page of some network (a captive portal) is no answer either. */
export function isUnanswered(error: unknown): boolean {
  return (
    error instanceof ApiProblem && (error.code === 'offline' || error.code === 'unreadable-reply')
  );
}

/** @param chance in [0, 1) */
export function outcomeOf(error: unknown, chance: number): DrainOutcome {
  if (error instanceof ApiProblem) {
    const answered = !isUnanswered(error);
    switch (error.retry) {
      case 'later':
        return { type: 'FAILED', answered, chance, retryAfterMs: error.retryAfterMs };
      case 'after-sign-in':
        return { type: 'SIGN_IN_NEEDED' };
      case 'never':
        return { type: 'REFUSED', message: error.message };
    }
  }
  if (!(error instanceof StorageTrouble)) console.error(error);
  // The trouble is on this phone: no probe would help.
  return { type: 'FAILED', answered: true, chance, retryAfterMs: null };
}

// What a failed opening means for the sitting.

type Reason = Extract<OpenOutcome, { type: 'OPEN_REFUSED' }>['reason'];

const reasons: Partial<Record<ProblemCode | 'offline' | 'unreadable-reply', Reason>> = {
  'exam-inactive': 'inactive',
  'not-eligible': 'not-eligible',
  'already-submitted': 'already-submitted',
  'open-elsewhere': 'elsewhere',
  'exam-over': 'over',
};

/** More than clocks differ by: a longer wait means that the start is later than this phone was told. */
const MOVED_MS = 5_000;
const isMoved = ({ code, retryAfterMs }: ApiProblem) =>
  code === 'not-open-yet' && (retryAfterMs ?? 0) > MOVED_MS;

const awaited: readonly string[] = [
  'device-not-allowed',
  'exam-paused',
  'section-too-large',
] satisfies AwaitedWord[];
const isAwaited = (code: string): code is AwaitedWord => awaited.includes(code);

/** @param chance in [0, 1) */
export function openOutcomeOf(error: unknown, chance: number, now: number): OpenOutcome {
  if (!(error instanceof ApiProblem)) {
    const message = error instanceof Error ? error.message : 'We couldn’t open the exam.';
    return { type: 'OPEN_FAILED', message, waitsFor: null, chance, retryAfterMs: null, now };
  }
  const reason = isMoved(error) ? 'not-yet' : reasons[error.code];
  if (reason) return { type: 'OPEN_REFUSED', reason };
  return {
    type: 'OPEN_FAILED',
    message: error.message,
    waitsFor: isAwaited(error.code) ? error.code : null,
    chance,
    retryAfterMs: error.retryAfterMs,
    now,
  };
}
