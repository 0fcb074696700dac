/** Which participants a search finds: by name, e-mail, mobile, UID or TxnID, without regard to case. */
import type { Participant } from '#contract/participants.ts';

export function searchParticipants(
  participants: readonly Participant[],
  search: string,
): readonly Participant[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return participants;
  return participants.filter(({ fullName, email, mobile, _id, TxnID }) =>
    [fullName, email, mobile, _id, TxnID ?? ''].some((text) => text.toLowerCase().includes(wanted)),
  );
}
