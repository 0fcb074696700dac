// A uid is typed without regard to case; SuperAdmin alone is kept in mixed case.
import { SUPER_ADMIN } from '#contract/wire/users.ts';

export function normaliseUid(typed: string): string {
  const upper = typed.trim().toUpperCase();
  return upper === SUPER_ADMIN.toUpperCase() ? SUPER_ADMIN : upper;
}
