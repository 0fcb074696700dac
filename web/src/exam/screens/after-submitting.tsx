/**
 * After submitting, one of two messages (offline rule 3): "Submitted on this phone", with what to do until the server
 * has it, or "Received", with the receipt that proves it.
 */
import { type ReactNode, useState } from 'react';
import type { Receipt } from '#contract/wire/sync.ts';
import { formatDateTime } from '#web/shared/format.ts';
import { paths } from '#web/shared/paths.ts';
import { SavedLine } from '#web/shared/sitting/saved-line.tsx';
import { telHref, useBrand } from '#web/shared/use-brand.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Icon, type IconName } from '#web/ui/icon.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import styles from './after-submitting.module.css';
import { ReceiptProof } from './receipt-proof.tsx';
import { ENDED_EARLY } from './sitting-notices.tsx';

/**
 * What ended the exam when the candidate didn't submit: the timer, or the office, which took away the rest of the time.
 */
type OverBy = 'time' | 'office' | null;

interface SubmittedProps {
  examName: string;
  overBy: OverBy;
  /** How many things the server has not said it holds: answers, pages, the submission. */
  waiting: number;
  online: boolean;
  /** Says that sending has stopped, and why; null while it continues. */
  stopped: ReactNode;
  onSendNow: () => void;
  handOver: ReactNode;
  /** The session has ended: the server no longer knows who this candidate is. */
  signedOut: boolean;
  /** Asks the candidate to sign in again. */
  signIn: ReactNode;
  /** A practice exam has no proctor and no receipt. */
  practice?: true;
}

const NO_NETWORK_YET = 'You’re still offline, so nothing could be sent.';

export function Submitted(props: SubmittedProps) {
  const {
    examName,
    overBy,
    waiting,
    online,
    stopped,
    signedOut,
    signIn,
    practice,
    onSendNow,
    handOver,
  } = props;
  const brand = useBrand();
  const [isAsked, setIsAsked] = useState(false);
  return (
    <Outcome icon="phone" tone="waits" title="Submitted on this phone" examName={examName}>
      <TimeIsOver by={overBy} />
      <SavedLine waiting={waiting} saving={false} online={online} signedOut={signedOut} />
      {stopped}
      {signIn}
      {handOver}
      <div className={styles.todo}>
        <h2>What to do now</h2>
        <ol>
          <li>Nothing is lost. Your answers are on this phone and can no longer be changed.</li>
          <li>
            {online
              ? 'Keep this page open for a moment while your exam is sent.'
              : 'Switch on mobile data or Wi\u2011Fi. Your exam will be sent automatically as soon as you’re online.'}
          </li>
          {!online && handOver && (
            <li>
              If the network doesn’t come back, press <strong>No network? Hand over</strong>. Your
              proctor’s phone will take your answers to the exam server.
            </li>
          )}
          {practice ? (
            <li>This is only practice: switch off flight mode and watch your answers arrive.</li>
          ) : (
            <>
              <li>
                {online || !handOver
                  ? 'Wait until you see your receipt here.'
                  : 'Wait until you see your receipt here, or your proctor says you can go.'}
              </li>
              <li>
                If it takes too long, tell the proctor or call{' '}
                <a href={telHref(brand.phone)}>{brand.phone}</a>. Don’t clear your browser data or
                uninstall the app.
              </li>
            </>
          )}
        </ol>
      </div>
      <Button
        icon="send"
        onClick={() => {
          setIsAsked(true);
          onSendNow();
        }}
      >
        Send now
      </Button>
      <p role="status">{isAsked && (online ? 'Sending…' : NO_NETWORK_YET)}</p>
    </Outcome>
  );
}

interface ReceivedProps {
  examName: string;
  receipt: Receipt;
  overBy: OverBy;
}

export function Received({ examName, receipt, overBy }: ReceivedProps) {
  return (
    <Outcome icon="circle-check" tone="done" title="Received" examName={examName}>
      <TimeIsOver by={overBy} />
      <Notice tone="success" title="Exam Submitted!">
        <p>We received everything on {formatDateTime(receipt.receivedAt)}.</p>
      </Notice>
      <div className={styles.receipt}>
        <p>Your receipt</p>
        <strong data-testid="receipt">{receipt.code}</strong>
        <p>Write it down or take a screenshot. It’s your proof of what you submitted.</p>
        <ReceiptProof examName={examName} receipt={receipt} />
      </div>
      <PageLink to={paths.examResult} variant="primary" size="lg" icon="arrow-right">
        See your result
      </PageLink>
    </Outcome>
  );
}

function TimeIsOver({ by }: { by: OverBy }) {
  if (!by) return null;
  const why = by === 'time' ? 'Time’s up.' : ENDED_EARLY;
  return <p>{why} We’ve submitted everything you answered.</p>;
}

interface OutcomeProps {
  icon: IconName;
  tone: 'waits' | 'done';
  title: string;
  examName: string;
  children: ReactNode;
}

/** The element that had the focus is gone with the previous screen; a screen reader continues at the heading. */
const readOut = (heading: HTMLElement | null) => heading?.focus();

function Outcome({ icon, tone, title, examName, children }: OutcomeProps) {
  return (
    <section className={styles.outcome} aria-labelledby="submitted">
      <span className={classNames(styles.mark, styles[tone])}>
        <Icon name={icon} size="lg" />
      </span>
      <p className={styles.exam} dir="auto">
        {examName}
      </p>
      <h1 id="submitted" ref={readOut} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </section>
  );
}
