/** Signing out: the server forgets the token, this phone forgets the person, and no answer is lost by it. */
import { successReplySchema, type User } from '#contract/wire/users.ts';
import { api } from '#web/shared/http.ts';
import { clearSession } from '#web/shared/session.ts';

/**
 * Why this user may not sign out yet, or null (decision 31). The database is fetched only
 * now, so that no page pays for it. Not being able to look is a reason too: there may be answers.
 */
export async function reasonToStay({ uid }: User): Promise<string | null> {
  try {
    return await (await import('#web/exam/sync/outside-exam.ts')).reasonNotToSignOut(uid);
  } catch (error) {
    console.error(error);
    return 'We couldn’t check whether this phone still has answers to send. Please try again.';
  }
}

/** Without network the phone still signs out; the token ends with its own term. */
export async function signOut(): Promise<void> {
  await api.post('auth/signout', {}, successReplySchema, { timeoutMs: 5_000 }).catch(() => null);
  await leavePhone();
}

/** Anyone who comes to this machine next finds nothing of who was here; only what the server lacks stays. */
export async function leavePhone(): Promise<void> {
  try {
    await (await import('#web/exam/sync/outside-exam.ts')).forgetWhoWasHere();
  } catch (error) {
    // A phone without storage has kept nothing; the session must end all the same.
    console.error('What was kept could not be forgotten', error);
  }
  clearSession();
}
