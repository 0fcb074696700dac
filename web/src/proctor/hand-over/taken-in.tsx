/** What the server said to hand-overs, until the proctor has passed it on to the candidate. */
import * as z from 'zod/mini';
import { type HandOverReply, handOverReplySchema } from '#contract/hall/hand-over.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { QueuedRow } from '../local-db/hall-db.ts';
import styles from './take-in.module.css';

interface TakenInProps {
  taken: readonly QueuedRow[];
  dismiss: (id: string) => void;
}

export function TakenIn({ taken, dismiss }: TakenInProps) {
  return newestOfEach(taken).map(({ id, ids, of, reply }) => {
    return (
      <Notice key={id} tone="success" title={`Received from ${whose(of, reply)}`} live>
        <p>
          {reply?.submitted
            ? 'The exam server has the submission.'
            : 'The exam server has the answers so far. The exam is not submitted yet.'}
        </p>
        {reply?.receipt && (
          <p>
            The receipt is <strong className={styles.receipt}>{reply.receipt.code}</strong>. Please
            tell the candidate.
          </p>
        )}
        <Button onClick={() => ids.forEach(dismiss)}>I have told them</Button>
      </Notice>
    );
  });
}

/** Who handed over in several ways is told once, by what the server said last. */
function newestOfEach(taken: readonly QueuedRow[]) {
  const said = new Map<
    string,
    Pick<QueuedRow, 'id' | 'of'> & { ids: string[]; reply?: HandOverReply }
  >();
  for (const { id, of, answer } of taken) {
    const reply = z.safeParse(handOverReplySchema, answer).data;
    const key = reply?.sittingId ?? id;
    const ids = [...(said.get(key)?.ids ?? []), id];
    said.set(key, { id: ids[0] ?? id, ids, ...(of && { of }), ...(reply && { reply }) });
  }
  return [...said.values()];
}

/** The server knows also whom no board of this phone has. */
export function whose(of: string | undefined, reply: HandOverReply | undefined): string {
  if (reply?.fullName && reply.uid) return `${reply.fullName}, ${reply.uid}`;
  return of ?? 'a candidate';
}
