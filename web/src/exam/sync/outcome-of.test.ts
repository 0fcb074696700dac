import { describe, expect, it, vi } from 'vitest';
import { ApiProblem } from '#web/shared/api-problem.ts';
import { StorageTrouble } from '../local-db/storage-trouble.ts';
import { openOutcomeOf, outcomeOf } from './outcome-of.ts';

describe('the meaning of a failure', () => {
  it('depends on the retry class alone [SY8]', () => {
    expect(outcomeOf(new ApiProblem('internal', 'x', 'later', { retryAfterMs: 9 }), 0.3)).toEqual({
      type: 'FAILED',
      answered: true,
      chance: 0.3,
      retryAfterMs: 9,
    });
    expect(outcomeOf(new ApiProblem('signed-out', 'x', 'after-sign-in'), 0)).toEqual({
      type: 'SIGN_IN_NEEDED',
    });
    expect(outcomeOf(new ApiProblem('app-too-old', 'Too old.', 'never'), 0)).toEqual({
      type: 'REFUSED',
      message: 'Too old.',
    });
  });

  it('is not the server’s silence when the phone itself failed, and is logged if it was unexpected', () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const own = { type: 'FAILED', answered: true, chance: 0.3, retryAfterMs: null };
    expect(outcomeOf(new StorageTrouble('lost', null), 0.3)).toEqual(own);
    expect(log).not.toHaveBeenCalled();
    expect(outcomeOf(new RangeError('unexpected'), 0.3)).toEqual(own);
    expect(log).toHaveBeenCalledOnce();
  });

  it('is silence when no answer came, or the sign-in page of some other network came, and not when the server failed [SY11]', () => {
    for (const code of ['offline', 'unreadable-reply'] as const)
      expect(outcomeOf(new ApiProblem(code, 'x', 'later'), 0)).toMatchObject({ answered: false });
    expect(outcomeOf(new ApiProblem('unavailable', 'x', 'later'), 0)).toMatchObject({
      answered: true,
    });
  });

  it('sends a refused opening to the right screen, and lets the others be tried again', () => {
    expect(openOutcomeOf(new ApiProblem('open-elsewhere', 'x', 'never'), 0, 1)).toEqual({
      type: 'OPEN_REFUSED',
      reason: 'elsewhere',
    });
    expect(
      openOutcomeOf(
        new ApiProblem('not-open-yet', 'Soon.', 'later', { retryAfterMs: 4_000 }),
        0.5,
        1,
      ),
    ).toEqual({
      type: 'OPEN_FAILED',
      message: 'Soon.',
      waitsFor: null,
      chance: 0.5,
      retryAfterMs: 4_000,
      now: 1,
    });
    // A longer wait than clocks can differ by: the start was moved.
    expect(
      openOutcomeOf(
        new ApiProblem('not-open-yet', 'Soon.', 'later', { retryAfterMs: 600_000 }),
        0.5,
        1,
      ),
    ).toEqual({ type: 'OPEN_REFUSED', reason: 'not-yet' });
    expect(
      openOutcomeOf(new ApiProblem('throttled', '', 'later', { retryAfterMs: 600_000 }), 0, 1),
    ).toMatchObject({ type: 'OPEN_FAILED', retryAfterMs: 600_000 });
    const full = new StorageTrouble('full', null);
    expect(openOutcomeOf(full, 0.5, 1)).toEqual({
      type: 'OPEN_FAILED',
      message: full.message,
      waitsFor: null,
      chance: 0.5,
      retryAfterMs: null,
      now: 1,
    });
    expect(openOutcomeOf(null, 0, 1)).toMatchObject({ message: 'We couldn’t open the exam.' });
    expect(openOutcomeOf(new ApiProblem('device-not-allowed', '', 'later'), 0, 1)).toMatchObject({
      waitsFor: 'device-not-allowed',
    });
    expect(openOutcomeOf(new ApiProblem('exam-paused', '', 'later'), 0, 1)).toMatchObject({
      type: 'OPEN_FAILED',
      waitsFor: 'exam-paused',
    });
  });

  it('is waiting for the office when the exam has no questions yet, until the time that the server said [AT1]', () => {
    const notReady = new ApiProblem('section-too-large', '', 'never', { retryAfterMs: 20_000 });
    expect(openOutcomeOf(notReady, 0, 1)).toMatchObject({
      type: 'OPEN_FAILED',
      waitsFor: 'section-too-large',
      retryAfterMs: 20_000,
    });
  });
});
