/** Greets a newly registered candidate and shows the UID, which they must not lose. */
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { applyNowPath } from '#web/shared/paths.ts';
import { useUser } from '#web/shared/session.ts';
import { Button } from '#web/ui/button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './welcome-notice.module.css';

/** What registration stores in the history entry, so that the greeting survives a reload. */
export interface WelcomeState {
  welcomeExamId: string;
  uidTexted: boolean;
}

function welcomedExam(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('welcomeExamId' in state)) return null;
  return typeof state.welcomeExamId === 'string' ? state.welcomeExamId : null;
}

function wasTexted(state: unknown): boolean {
  return (
    typeof state === 'object' && state !== null && 'uidTexted' in state && state.uidTexted === true
  );
}

export function WelcomeNotice() {
  const user = useUser();
  const { state } = useLocation();
  const examId = welcomedExam(state);
  const [copied, setCopied] = useState(false);
  if (!user || !examId) return null;

  // Does the same as `ui/copy-button.tsx`, which would be one more file for the page of exams to fetch.
  function copy(uid: string) {
    navigator.clipboard.writeText(uid).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  }

  return (
    <Notice tone="success" title={`Welcome, ${user.fullName}. You’re registered.`} live>
      <p>
        This is your UID. You’ll need it to sign in, so please write it down or take a screenshot.
      </p>
      <p className={styles.row}>
        <strong className={styles.uid} data-testid="uid">
          {user.uid}
        </strong>
        <Button icon={copied ? 'check' : 'copy'} onClick={() => copy(user.uid)}>
          {copied ? 'Copied' : 'Copy UID'}
        </Button>
      </p>
      <p>
        {wasTexted(state) && `We’ve also sent it by SMS to ${user.mobile}. `}
        One step left: book your seat.
      </p>
      <p>
        <LinkButton to={applyNowPath(examId)} variant="primary" icon="arrow-right">
          Book my seat
        </LinkButton>
      </p>
    </Notice>
  );
}
