/** Signing out: the server forgets the token, this phone forgets the person, and no answer is lost by it. */
import { successReplySchema, type User } from '#contract/users.ts';
import { api } from '#web/lib/http.ts';
import { clearSession } from '#web/lib/session.ts';

/**
 * What of this user's exams the server has not received: answers and document pages waiting, and whether
 * a hand-in waits for its receipt. The database is fetched only now, so that no page pays for it.
 */
async function unsentOf(uid: string): Promise<{ waiting: number; handInWaits: boolean }> {
  const [{ localDb }, { countWaiting, sittingsOf }] = await Promise.all([
    import('#web/local-db/database.ts'),
    import('#web/local-db/read-sitting.ts'),
  ]);
  const sittings = await sittingsOf(localDb, uid);
  const counts = sittings.flatMap(({ sittingId }) => [
    countWaiting(localDb, sittingId),
    localDb.pages.where({ sittingId, uploaded: 0 }).count(),
  ]);
  return {
    waiting: (await Promise.all(counts)).reduce((sum, count) => sum + count, 0),
    handInWaits: sittings.some(({ handIn, receipt }) => handIn !== null && receipt === null),
  };
}

/**
 * Why this user may not sign out yet, or null (decisions.md section 8).
 * Not being able to look is a reason too: there may be answers.
 */
export async function reasonToStay({ uid }: User): Promise<string | null> {
  try {
    const { waiting, handInWaits } = await unsentOf(uid);
    if (waiting > 0) {
      const things = waiting === 1 ? '1 answer or page has' : `${waiting} answers or pages have`;
      return `${things} not reached the exam server yet, and would stay on this phone.`;
    }
    return handInWaits ? 'Your submission has not reached the exam server yet.' : null;
  } catch (error) {
    console.error(error);
    return 'We could not check whether answers still wait on this phone. Please try again.';
  }
}

/** Without network the phone still signs out; the token ends with its own term. */
export async function signOut(): Promise<void> {
  await api.post('auth/signout', {}, successReplySchema, { timeoutMs: 5_000 }).catch(() => null);
  clearSession();
}
