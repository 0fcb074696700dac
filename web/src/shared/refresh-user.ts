/**
 * Asks the server for the user's current state; the server first asks the gateway about open payments. A candidate who
 * paid but never came back from the bank's page is shown as Registered on this phone until it asks.
 */
import { userReplySchema } from '#contract/wire/users.ts';
import { api, type CallOptions } from './http.ts';
import { updateUser } from './session.ts';

/** @throws ApiProblem, or the signal's reason */
export async function refreshUser(
  uid: string,
  eid: string | null,
  options: CallOptions = {},
): Promise<void> {
  updateUser((await api.post('exams/updateuser', { uid, eid }, userReplySchema, options)).user);
}
