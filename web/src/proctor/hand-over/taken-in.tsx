/** What the server said to hand-overs, until the proctor has passed it on to the candidate. */
import * as z from 'zod/mini';
import { handOverReplySchema } from '#contract/hall/hand-over.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { QueuedRow } from '../local-db/hall-db.ts';
import styles from './take-in.module.css';

interface TakenInProps {
  taken: readonly QueuedRow[];
  dismiss: (id: string) => void;
}

export function TakenIn({ taken, dismiss }: TakenInProps) {
  return taken.map(({ id, of, answer }) => {
    const reply = z.safeParse(handOverReplySchema, answer).data;
    return (
      <Notice key={id} tone="success" title={`Received from ${of ?? 'a candidate'}`} live>
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
        <Button onClick={() => dismiss(id)}>I have told them</Button>
      </Notice>
    );
  });
}
