/**
 * Asks the server what the user is by now; it asks the gateway about their open payments first. A candidate who paid and never
 * came back from the bank's page is Registered on this phone alone until it asks.
 */
import { useEffect } from 'react';
import { userReplySchema } from '#contract/wire/users.ts';
import { api, type CallOptions } from './http.ts';
import { updateUser, useUser } from './session.ts';

/** @throws ApiProblem, or the signal's reason */
export async function refreshUser(
  uid: string,
  eid: string | null,
  options: CallOptions = {},
): Promise<void> {
  updateUser((await api.post('exams/updateuser', { uid, eid }, userReplySchema, options)).user);
}

/** Once per visit, for a candidate who is still Registered here; without an answer nothing changes. */
export function useFreshUser(): void {
  const user = useUser();
  const uid = user?.role === 'candidate' && user.status === 'Registered' ? user.uid : null;
  const eid = user?.examID ?? null;
  useEffect(() => {
    if (!uid) return;
    const leaving = new AbortController();
    refreshUser(uid, eid, { signal: leaving.signal }).catch((error: unknown) => {
      if (!leaving.signal.aborted) console.warn('The user could not be refreshed', error);
    });
    return () => leaving.abort();
  }, [uid, eid]);
}
