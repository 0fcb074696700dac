// Who may see the desk's screens; the server decides again at each request.
import { SUPER_ADMIN, type User } from '#contract/wire/users.ts';

/** A record that a browser stored long ago has no role. */
export function isAdministrator(user: User | null): user is User {
  return user?.uid === SUPER_ADMIN || user?.role === 'admin';
}
