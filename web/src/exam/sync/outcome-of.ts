// What a failure means for whoever may try again: only the retry class decides [SY8].
import type { DrainOutcome } from '#machines/sync/sync.machine.ts';
import { ApiProblem } from '#web/shared/api-problem.ts';
import { StorageTrouble } from '../local-db/storage-trouble.ts';

/** @param chance in [0, 1) */
export function outcomeOf(error: unknown, chance: number): DrainOutcome {
  if (error instanceof ApiProblem) {
    // A page of somebody else's network is no answer either.
    const answered = error.code !== 'offline' && error.code !== 'unreadable-reply';
    switch (error.retry) {
      case 'later':
        return { type: 'FAILED', answered, chance, retryAfterMs: error.retryAfterMs };
      case 'after-sign-in':
        return { type: 'SIGN_IN_NEEDED' };
      case 'never':
        return { type: 'REFUSED', message: error.message };
    }
  }
  if (!(error instanceof StorageTrouble)) console.error('The outbox could not be sent', error);
  // A matter of this phone: no probe would mend it.
  return { type: 'FAILED', answered: true, chance, retryAfterMs: null };
}
