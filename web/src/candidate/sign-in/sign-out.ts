/** Signing out: the server forgets the token, this phone forgets the user, and no answer is lost. */
import { successReplySchema, type User } from '#contract/wire/users.ts';
import { api } from '#web/shared/http.ts';
import { clearSession } from '#web/shared/session.ts';

/**
 * Why this user can't sign out yet; null when they can (decision 31). The database code is fetched only now, so that no
 * page pays for it. If the check fails, that is a reason, too, because there may be answers.
 */
export async function reasonToStay({ uid }: User): Promise<string | null> {
  try {
    return await (await import('#web/exam/sync/outside-exam.ts')).reasonNotToSignOut(uid);
  } catch (error) {
    console.error(error);
    return 'We couldn’t check whether this phone still has answers to send. Please try again.';
  }
}

/** Signs out even without a network; the server's token then expires by itself. */
export async function signOut(): Promise<void> {
  await api.post('auth/signout', {}, successReplySchema, { timeoutMs: 5_000 }).catch(() => null);
  await leavePhone();
}

/** Erases the user's data from this phone, so that the next user finds none of it. Only what the server lacks stays. */
export async function leavePhone(): Promise<void> {
  try {
    await (await import('#web/exam/sync/outside-exam.ts')).forgetWhoWasHere();
  } catch (error) {
    // A phone without storage has kept nothing; the session must end all the same.
    console.error('What was kept could not be forgotten', error);
  }
  clearSession();
}
