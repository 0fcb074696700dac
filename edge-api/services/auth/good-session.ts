// What makes a session good, written once: for the read before a request, and for the statement of a push, which checks
// it by itself so that what candidates do all the time is one round trip.
import { instant } from '#db/instants.ts';

/** The session `t` and its user `u`: not expired, not signed out (then there is none), not of somebody shut out or deleted. */
export const GOOD_SESSION = (tokenHash: string, now: string) => `
  sessions t join users u on u.uid = t.uid and u.revoked_at is null and u.deleted_at is null
    and t.token_hash = ${tokenHash} and t.expires_at > ${instant(now)}`;

/**
 * What `permitted` in middleware/endpoint.ts asks besides, where a candidate must be calling. To be selected and not
 * filtered by: before Postgres has counted its users it takes candidates for few, and would go through all of them.
 */
export const MAY_SIT = `u.role = 'candidate' and not u.must_change_password`;
