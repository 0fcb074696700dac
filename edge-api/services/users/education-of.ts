// Education as it is stored: only what was filled in.
import { type EducationKey, educationKeys } from '#contract/users.ts';

export function educationOf(
  form: Partial<Record<EducationKey, string | undefined>>,
): Partial<Record<EducationKey, string>> {
  const filled: Partial<Record<EducationKey, string>> = {};
  for (const key of educationKeys) if (form[key]) filled[key] = form[key];
  return filled;
}
