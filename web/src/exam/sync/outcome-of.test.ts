import { describe, expect, it, vi } from 'vitest';
import { ApiProblem } from '#web/shared/api-problem.ts';
import { StorageTrouble } from '../local-db/storage-trouble.ts';
import { openOutcomeOf, outcomeOf } from './outcome-of.ts';

describe('what a failure means', () => {
  it('is decided by the retry class alone [SY8]', () => {
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

  it('is no silence of the server where it is this phone’s own, and is logged where nobody expects it', () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const own = { type: 'FAILED', answered: true, chance: 0.3, retryAfterMs: null };
    expect(outcomeOf(new StorageTrouble('lost', null), 0.3)).toEqual(own);
    expect(log).not.toHaveBeenCalled();
    expect(outcomeOf(new RangeError('unexpected'), 0.3)).toEqual(own);
    expect(log).toHaveBeenCalledOnce();
  });

  it('is told apart from silence, and from the page of a network that wants a sign-in of its own [SY11]', () => {
    for (const code of ['offline', 'unreadable-reply'] as const)
      expect(outcomeOf(new ApiProblem(code, 'x', 'later'), 0)).toMatchObject({ answered: false });
    expect(outcomeOf(new ApiProblem('unavailable', 'x', 'later'), 0)).toMatchObject({
      answered: true,
    });
  });

  it('sends a refused opening where it belongs, and tries the others again', () => {
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
    // A longer wait than clocks differ by: the start was moved.
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

  it('waits for the office where the exam has no questions yet, and asks when the server said [AT1]', () => {
    const notReady = new ApiProblem('section-too-large', '', 'never', { retryAfterMs: 20_000 });
    expect(openOutcomeOf(notReady, 0, 1)).toMatchObject({
      type: 'OPEN_FAILED',
      waitsFor: 'section-too-large',
      retryAfterMs: 20_000,
    });
  });
});
