/**
 * Shows how many acts on this phone have not reached the server, and each answer of the server that the proctor must
 * read.
 */
import { useSelector } from '@xstate/react';
import { hallActSchema } from '#contract/hall/acts.ts';
import { standings, whose } from '#web/proctor/hand-over/said-of.tsx';
import takeInStyles from '#web/proctor/hand-over/take-in.module.css';
import { useSessionEnded } from '#web/shared/session.ts';
import { SignInAgain } from '#web/shared/sign-in-again.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { lettersOf } from '../hand-over/read-given.ts';
import type { QueuedRow } from '../local-db/hall-db.ts';
import type { HallSync } from '../sync/start-hall-sync.ts';
import styles from './board.module.css';
import { sayAct } from './board-words.ts';
import type { Hall } from './use-hall.ts';

interface QueueLineProps {
  hall: Hall;
  /** Puts the letters of a refused hand-over back into the field, to be corrected. */
  onCorrect: (row: QueuedRow) => void;
}

export function QueueLine({ hall: { queue, sync, dismiss }, onCorrect }: QueueLineProps) {
  const count = queue.waiting.length;
  const ended = useSessionEnded();
  return (
    <>
      <p role="status" className={styles.status} data-waiting={count > 0}>
        <Icon name={count > 0 ? 'cloud' : 'circle-check'} size="sm" />
        {count === 0
          ? 'Everything on this phone has been sent.'
          : count === 1
            ? '1 action is waiting on this phone. It will be sent when the exam server can be reached.'
            : `${count} actions are waiting on this phone. They will be sent when the exam server can be reached.`}
      </p>
      {ended ? <SignedOut waits={count > 0} /> : sync && <Stopped sync={sync} />}
      <TakenIn taken={queue.taken} dismiss={dismiss} />
      {queue.refused.map((row) => {
        const { id, kind, body, of, refusal } = row;
        const act = hallActSchema.safeParse(body).data;
        const what =
          kind === 'handover' ? `accepted: the hand-over of ${of ?? 'a candidate'}` : 'done';
        return (
          <Notice
            key={id}
            tone="danger"
            title={act ? `Not done: ${sayAct(act)}` : `Not ${what}`}
            live
          >
            <p>{refusal}</p>
            {kind === 'handover' && lettersOf(body) !== null && (
              <Button onClick={() => onCorrect(row)}>Correct what was typed</Button>
            )}
            <Button onClick={() => dismiss(id)}>I’ve read it</Button>
          </Notice>
        );
      })}
    </>
  );
}

/** Shown even when there is nothing to send, because the board doesn't update until the proctor signs in. */
function SignedOut({ waits }: { waits: boolean }) {
  return (
    <Notice tone="warn" title="Please sign in again">
      <p>
        {waits
          ? 'You’ve been signed out. Everything you did is saved on this phone and will be sent once you sign in.'
          : 'You’ve been signed out. The board won’t update until you sign in.'}
      </p>
      <SignInAgain />
    </Notice>
  );
}

function Stopped({ sync }: { sync: HallSync['actor'] }) {
  const place = useSelector(sync, ({ value }) => (typeof value === 'string' ? value : ''));
  const message = useSelector(sync, ({ context }) => context.message);
  if (place === 'needsSignIn') return <SignedOut waits />;
  if (place !== 'halted') return null;
  return (
    <Notice tone="danger" title="Sending has stopped">
      <p>{message}</p>
      <Button icon="refresh" onClick={() => sync.send({ type: 'RETRY' })}>
        Try again
      </Button>
    </Notice>
  );
}

interface TakenInProps {
  taken: readonly QueuedRow[];
  dismiss: (id: string) => void;
}

/** The server's replies to hand-overs, each until the proctor has passed it on to the candidate. */
function TakenIn({ taken, dismiss }: TakenInProps) {
  return standings(taken).map(({ ids, of, reply }) => {
    return (
      <Notice key={ids[0]} tone="success" title={`Received from ${whose(of, reply)}`} live>
        <p>
          {reply?.submitted
            ? 'The exam server has the submission.'
            : 'The exam server has the answers so far. The exam isn’t submitted yet.'}
        </p>
        {reply?.receipt && (
          <p>
            The receipt is <strong className={takeInStyles.receipt}>{reply.receipt.code}</strong>.
            Please tell the candidate.
          </p>
        )}
        <Button onClick={() => ids.forEach(dismiss)}>I’ve told them</Button>
      </Notice>
    );
  });
}
