// A date of birth lies in the past, and at least the set age ago, by India's calendar.

import { settingNow } from '#api/services/settings/settings.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { INDIA_AHEAD_MS } from '../india-time.ts';

/** @param dateOfBirth YYYY-MM-DD @throws Problem invalid (dateOfBirth) */
export async function refuseTooYoung(deps: Deps, dateOfBirth: string): Promise<void> {
  const today = new Date(deps.now() + INDIA_AHEAD_MS).toISOString().slice(0, 10);
  const { minimumAge } = await settingNow(deps, 'policies');
  const comesOfAge = `${Number(dateOfBirth.slice(0, 4)) + minimumAge}${dateOfBirth.slice(4)}`;
  if (dateOfBirth < today && comesOfAge <= today) return;
  const message =
    dateOfBirth >= today
      ? 'Please choose the day you were born.'
      : `You must be at least ${minimumAge} years old to register.`;
  throw new Problem('invalid', { fields: { dateOfBirth: message } });
}
