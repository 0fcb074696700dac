/** The layout of a screen that staff work at: full width, little space, acts beside the heading. */
import { type ReactNode, useEffect, useRef } from 'react';
import { useSessionEnded, useUser } from '#web/shared/session.ts';
import { tellSessionEnded } from '#web/shared/session-watch.ts';
import type { Asked } from '#web/shared/use-load.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { continueAt } from '#web/ui/continue-at.ts';
import { Loading } from '#web/ui/loading.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { FailedState } from '#web/ui/state-panel.tsx';
import { useDeskChoices } from './desk-choices.ts';
import styles from './desk-page.module.css';

interface DeskPageProps {
  title: string;
  /** Acts on the whole screen, such as a Create button. */
  acts?: ReactNode;
  children: ReactNode;
}

export function DeskPage({ title, acts, children }: DeskPageProps) {
  return (
    <div className={styles.page} data-measure={useDeskChoices().measure}>
      <header className={styles.head}>
        <h1 className={styles.title}>{title}</h1>
        {acts && <div className={styles.acts}>{acts}</div>}
      </header>
      {children}
    </div>
  );
}

interface DeskToolbarProps {
  /** The selects narrow a list, and leave most of the room to the search. */
  ofList?: boolean;
  children: ReactNode;
}

/** Search, filters and counts above a table. */
export function DeskToolbar({ ofList = false, children }: DeskToolbarProps) {
  return <div className={classNames(styles.toolbar, ofList && styles.ofList)}>{children}</div>;
}

/** A count beside a table, read out by screen readers when it changes: "12 exams". */
export function DeskCount({ children }: { children: ReactNode }) {
  return (
    <p className={styles.count} role="status">
      {children}
    </p>
  );
}

// What stands in the place of a list: a waiting message, a failure with a way to go on, or the list. While the list is
// asked for again, and when that fails, the last one stays in sight with what was typed in it. What failed because of
// the network or an ended session is asked for again when either is back.

interface DeskListProps<T> {
  asked: Asked<T>;
  /** "Loading the exams…", and "The exams could not be loaded". */
  loadingLabel: string;
  failedTitle: string;
  /** What the address names, such as "exam". */
  one?: string;
  children: (data: T) => ReactNode;
}

export function DeskList<T>(props: DeskListProps<T>) {
  const { asked, loadingLabel, failedTitle, one, children } = props;
  const { loaded, latest, retry } = asked;
  useKeptFocus(latest, loaded.state === 'failed');
  useAskedAgain(loaded.state === 'failed' && loaded.code === 'offline', retry);
  useAskedAfterSignIn(retry);
  const shown = loaded.state === 'ready' ? loaded.data : latest;
  const failed = loaded.state === 'failed' ? loaded : null;
  const isSignedOut = failed?.code === 'signed-out';
  if (shown === null) {
    if (!failed) return <Loading label={loadingLabel} onRetry={retry} />;
    if (isSignedOut) return <SignedOut message={failed.message} />;
    if (failed.code === 'not-found')
      return (
        <FailedState
          title={one ? `We can’t find this ${one}` : failedTitle}
          message="It may have been deleted, or the address is wrong."
        />
      );
    return <FailedState title={failedTitle} message={failed.message} onRetry={retry} />;
  }
  return (
    <>
      {isSignedOut && <SignedOut message={failed.message} />}
      {failed && !isSignedOut && (
        <Notice tone="danger" title={failedTitle} live>
          <p>{failed.message} The list below may be out of date.</p>
          <div>
            <Button icon="refresh" onClick={retry}>
              Try again
            </Button>
          </div>
        </Notice>
      )}
      {children(shown)}
    </>
  );
}

function useAskedAgain(unreached: boolean, retry: () => void) {
  useEffect(() => {
    if (!unreached) return;
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [unreached, retry]);
}

/** Asks again after a new sign-in: what came after the session had ended was nothing, or only what anybody may see. */
function useAskedAfterSignIn(retry: () => void) {
  useUser(); // renders again for a new session
  const ended = useSessionEnded();
  useEffect(() => {
    if (ended) return retry;
  }, [ended, retry]);
}

function SignedOut({ message }: { message: string }) {
  return (
    <FailedState title="Your session has ended" message={message}>
      <Button onClick={tellSessionEnded}>Sign in again</Button>
    </FailedState>
  );
}

/**
 * A row that disappears, or "Try again", takes the focus with it. The keyboard then continues at the content, or at the
 * title of the dialog, instead of at the top of the page.
 */
function useKeptFocus(latest: unknown, failed: boolean) {
  const before = useRef(latest);
  const hadSomething = useRef(false);
  useEffect(() => {
    if (hadSomething.current && before.current !== latest)
      continueAt(
        [...document.querySelectorAll<HTMLElement>('dialog[open] h2')].at(-1) ??
          document.getElementById('content'),
      );
    before.current = latest;
    hadSomething.current ||= failed || latest !== null;
  }, [latest, failed]);
}
