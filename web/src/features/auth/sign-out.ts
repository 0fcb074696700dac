/** Signing out: the server forgets the token, this phone forgets the person. */
import { successReplySchema } from '#contract/users.ts';
import { api } from '#web/lib/http.ts';
import { clearSession } from '#web/lib/session.ts';

/** Without network the phone still signs out; the token ends with its own term. */
export async function signOut(): Promise<void> {
  await api.post('auth/signout', {}, successReplySchema, { timeoutMs: 5_000 }).catch(() => null);
  clearSession();
}
