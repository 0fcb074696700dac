/** What has become of the hand-over that was just taken in, where the proctor looks: from this phone to the server’s word. */
import * as z from 'zod/mini';
import { handOverReplySchema } from '#contract/hall/hand-over.ts';
import { intoView } from '#web/ui/into-view.ts';
import { Notice } from '#web/ui/notice.tsx';
import type { QueuedRow } from '../local-db/hall-db.ts';

/** What the proctor has given this phone last. */
export type Given = { wrong: string } | Taken;
type Taken = { id: string; isNew: boolean; typed: boolean };

interface SaidOfProps {
  given: Given;
  /** All hand-overs on this phone. */
  rows: readonly QueuedRow[];
}

export function SaidOf({ given, rows }: SaidOfProps) {
  const row = 'id' in given ? rows.find(({ id }) => id === given.id) : undefined;
  const isRefused = 'wrong' in given || (row?.refusal ?? null) !== null;
  return (
    <div ref={intoView}>
      <Notice tone={isRefused ? 'danger' : 'success'} live>
        <p>{'wrong' in given ? given.wrong : words(given, row)}</p>
      </Notice>
    </div>
  );
}

function words({ isNew, typed }: Taken, row: QueuedRow | undefined): string {
  if (row && row.refusal !== null) return `Refused: ${row.refusal}`;
  const reply = z.safeParse(handOverReplySchema, row?.answer).data;
  const before = isNew ? '' : 'This one is on this phone already. ';
  if (!isNew && !reply) return before;
  if (!row || !reply)
    return typed
      ? 'It is on this phone now, with the time. A slip in typing shows only when the exam server gets it: please keep the candidate until then.'
      : 'It is on this phone now, with the time. The candidate can put their phone away.';
  const whose = row.of ?? 'the candidate';
  const receipt = reply.receipt ? ` Please tell them their receipt: ${reply.receipt.code}.` : '';
  return reply.submitted
    ? `${before}Received: the submission of ${whose}.${receipt}`
    : `${before}Received: the answers of ${whose} so far. The exam is not submitted yet.`;
}
