/**
 * Asks the server what the user is by now; it asks the gateway about their open payments first. A candidate who paid and never
 * came back from the bank's page is Registered on this phone alone until it asks.
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
