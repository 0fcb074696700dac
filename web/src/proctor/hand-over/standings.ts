// What has become of each candidate's hand-overs on this phone: who handed over in several ways, or twice, is one person
// with one outcome, the newest that the server has told.
import * as z from 'zod/mini';
import { type HandOverReply, handOverReplySchema } from '#contract/hall/hand-over.ts';
import type { QueuedRow } from '../local-db/hall-db.ts';

export type Standing = {
  /** Of all that this candidate gave, oldest first. */
  ids: string[];
  of?: string;
  /** What the server said last; undefined while it has said nothing. */
  reply?: HandOverReply;
  /** Why it refused what was given last, where nothing was taken in since. */
  refusal: string | null;
};

/** @param rows oldest first */
export function standings(rows: readonly QueuedRow[]): Standing[] {
  const found = new Map<string, Standing>();
  for (const { id, kind, sittingId, of, answer, refusal, waiting } of rows) {
    if (kind !== 'handover') continue;
    const reply = z.safeParse(handOverReplySchema, answer).data;
    const key = reply?.sittingId ?? sittingId ?? id;
    const before = found.get(key) ?? { ids: [], refusal: null };
    found.set(key, {
      ...before,
      ids: [...before.ids, id],
      ...(of && { of }),
      ...(reply && { reply }),
      refusal: waiting === 1 ? before.refusal : refusal,
    });
  }
  return [...found.values()];
}

/** The server knows also whom no board of this phone has. */
export function whose(of: string | undefined, reply: HandOverReply | undefined): string {
  if (reply?.fullName && reply.uid) return `${reply.fullName}, ${reply.uid}`;
  return of ?? 'a candidate';
}
