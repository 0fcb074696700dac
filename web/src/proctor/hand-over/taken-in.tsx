/** What the server said to hand-overs, until the proctor has passed it on to the candidate. */
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { QueuedRow } from '../local-db/hall-db.ts';
import { standings, whose } from './standings.ts';
import styles from './take-in.module.css';

interface TakenInProps {
  taken: readonly QueuedRow[];
  dismiss: (id: string) => void;
}

export function TakenIn({ taken, dismiss }: TakenInProps) {
  return standings(taken).map(({ ids, of, reply }) => {
    return (
      <Notice key={ids[0]} tone="success" title={`Received from ${whose(of, reply)}`} live>
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
