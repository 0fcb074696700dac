// Education as it is stored: only what was filled in, whichever of its two writings it was sent in.
import {
  type EducationKey,
  type EducationLevel,
  educationKeys,
  educationLevels,
} from '#contract/wire/users.ts';

type Sent = string | undefined;
type Level = { stream?: Sent; year?: Sent; marks?: Sent };

export function educationOf(
  form: Partial<Record<EducationKey, Sent> & Record<EducationLevel, Level | undefined>>,
): Partial<Record<EducationKey, string>> {
  const filled: Partial<Record<EducationKey, string>> = {};
  for (const level of educationLevels) {
    const { stream, year, marks } = form[level] ?? {};
    if (stream) filled[`${level}Stream`] = stream;
    if (year) filled[`${level}Year`] = year;
    if (marks) filled[`${level}Marks`] = marks;
  }
  for (const key of educationKeys) if (form[key]) filled[key] = form[key];
  return filled;
}
