/**
 * What stands where a list will be: waiting, failed with a way on, or the list; while it is asked for
 * again the last one stays in sight.
 */
import { type ReactNode, useEffect, useRef } from 'react';
import { Loading } from '#web/components/ui/loading.tsx';
import { FailedState } from '#web/components/ui/state-panel.tsx';
import { paths } from '#web/lib/paths.ts';
import { clearSession } from '#web/lib/session.ts';
import type { Asked } from '#web/lib/use-load.ts';

interface DeskListProps<T> {
  asked: Asked<T>;
  /** "Loading the exams…", and "The exams could not be loaded". */
  loadingLabel: string;
  failedTitle: string;
  children: (data: T) => ReactNode;
}

export function DeskList<T>({ asked, loadingLabel, failedTitle, children }: DeskListProps<T>) {
  const { loaded, latest, retry } = asked;
  useKeptFocus(latest);
  if (loaded.state === 'failed') {
    if (loaded.code === 'signed-out') return <SignedOut message={loaded.message} />;
    return <FailedState title={failedTitle} message={loaded.message} onRetry={retry} />;
  }
  const shown = loaded.state === 'ready' ? loaded.data : latest;
  if (shown === null) return <Loading label={loadingLabel} onRetry={retry} />;
  return children(shown);
}

/** The stored session is dead; as long as it is stored, the sign-in page would only send one back here. */
function SignedOut({ message }: { message: string }) {
  return (
    <FailedState title="Your session has ended" message={message}>
      <a href={paths.signIn} onClick={clearSession}>
        Sign in again
      </a>
    </FailedState>
  );
}

/** A row that goes takes the focus with it; the keyboard then goes on at the content, not at the top. */
function useKeptFocus(latest: unknown) {
  const before = useRef(latest);
  useEffect(() => {
    const again = before.current !== null && before.current !== latest;
    before.current = latest;
    if (again && document.activeElement === document.body) {
      document.getElementById('content')?.focus({ preventScroll: true });
    }
  }, [latest]);
}
