// Who the desk's screens are for; the server decides again at each call.
import { SUPER_ADMIN, type User } from '#contract/wire/users.ts';

/** What a browser kept from long ago has no role. */
export function isAdministrator(user: User | null): user is User {
  return user?.uid === SUPER_ADMIN || user?.role === 'admin';
}
