// What a failed opening means for the sitting.
import type { ProblemCode } from '#contract/wire/problems.ts';
import type { OpenOutcome } from '#machines/sitting/sitting-events.ts';
import { ApiProblem } from '#web/shared/api-problem.ts';

type Reason = Extract<OpenOutcome, { type: 'OPEN_REFUSED' }>['reason'];

const reasons: Partial<Record<ProblemCode | 'offline' | 'unreadable-reply', Reason>> = {
  'exam-inactive': 'inactive',
  'not-eligible': 'not-eligible',
  'already-submitted': 'already-submitted',
  'open-elsewhere': 'elsewhere',
  'exam-over': 'over',
};

/** @param chance in [0, 1) */
export function openOutcomeOf(error: unknown, chance: number, now: number): OpenOutcome {
  if (!(error instanceof ApiProblem)) {
    const message = error instanceof Error ? error.message : 'The exam could not be opened.';
    return { type: 'OPEN_FAILED', message, waitsFor: null, chance, retryAfterMs: null, now };
  }
  const reason = reasons[error.code];
  if (reason) return { type: 'OPEN_REFUSED', reason };
  return {
    type: 'OPEN_FAILED',
    message: error.message,
    waitsFor:
      error.code === 'device-not-allowed' || error.code === 'exam-paused' ? error.code : null,
    chance,
    retryAfterMs: error.retryAfterMs,
    now,
  };
}
