// Education as it is stored: only what was filled in, whichever of its two writings it was sent in, passed by this year.
import {
  type EducationKey,
  type EducationLevel,
  educationKeys,
  educationLevels,
} from '#contract/wire/users.ts';

import { Problem } from '../../problem.ts';
import { INDIA_AHEAD_MS } from '../india-time.ts';

type Sent = string | undefined;
type Level = { stream?: Sent; year?: Sent; marks?: Sent };

/** @param now milliseconds since 1970 @throws Problem invalid for a year of passing that is to come */
export function educationOf(
  form: Partial<Record<EducationKey, Sent> & Record<EducationLevel, Level | undefined>>,
  now: number,
): Partial<Record<EducationKey, string>> {
  const thisYear = new Date(now + INDIA_AHEAD_MS).getUTCFullYear();
  const filled: Partial<Record<EducationKey, string>> = {};
  for (const level of educationLevels) {
    const { stream, year, marks } = form[level] ?? {};
    if (stream) filled[`${level}Stream`] = stream;
    if (year) filled[`${level}Year`] = year;
    if (marks) filled[`${level}Marks`] = marks;
  }
  for (const key of educationKeys) if (form[key]) filled[key] = form[key];
  for (const level of educationLevels) {
    if (Number(filled[`${level}Year`] ?? 0) <= thisYear) continue;
    const field = form[`${level}Year`] ? `${level}Year` : `${level}.year`;
    throw new Problem('invalid', {
      fields: { [field]: `Please choose a year up to ${thisYear}.` },
    });
  }
  return filled;
}
