/**
 * Ways to leave the exam's page: an alert that leads elsewhere, and Back. The Back button, or a swipe from the edge,
 * asks before it leaves an exam that is under way or not received yet.
 */
import { useEffect, useRef, useState } from 'react';
import { paths } from '#web/shared/paths.ts';
import { refreshUser } from '#web/shared/refresh-user.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { PageLink } from '#web/ui/page-link.tsx';

/** The state of an extra history entry above the exam: Back removes that entry instead of leaving. */
const GUARD = 'stay';

/** Once nothing can be lost any more, removes the extra history entry, so that one press of Back leaves. */
export function useFreeToLeave(free: boolean): void {
  useEffect(() => {
    if (!free || history.state !== GUARD) return;
    // Going back takes a moment; clearing the state first prevents going back twice.
    history.replaceState(null, '');
    history.back();
  }, [free]);
}

function putGuard(): void {
  if (history.state !== GUARD) history.pushState(GUARD, '');
}

/** @param submitted true when the exam is submitted on this phone and not received yet */
export function LeaveDialog({ submitted = false }: { submitted?: boolean }) {
  const [asks, setAsks] = useState(false);
  useEffect(() => {
    const ask = () => setAsks(history.state !== GUARD);
    putGuard();
    // Browsers skip history entries that a page added before the person pressed anything on it.
    addEventListener('click', putGuard);
    addEventListener('popstate', ask);
    return () => {
      removeEventListener('click', putGuard);
      removeEventListener('popstate', ask);
    };
  }, []);
  // Also runs on Escape, and on a Back that closes the dialog: the next Back asks again.
  const stay = () => {
    putGuard();
    setAsks(false);
  };
  return (
    <Dialog
      open={asks}
      onClose={stay}
      title={submitted ? 'Leave before we’ve received everything?' : 'Leave the exam?'}
      placement="sheet"
      footer={
        <>
          <PageLink to={paths.home}>Leave</PageLink>
          <Button variant="primary" onClick={stay}>
            Stay here
          </Button>
        </>
      }
    >
      <p>
        {submitted
          ? 'If you leave this site, nothing more is sent until you open it again.'
          : 'The timer keeps running.'}{' '}
        Your answers stay on this phone. Press “My exam” to come back to them.
      </p>
    </Dialog>
  );
}

// For states in which the exam's page can't be used: one alert, then another page.

interface AlertAndGoProps {
  message: string;
  /** An address; called once `before` is done. */
  to: string | (() => string);
  /** Runs between the alert and the other page; if it fails, the page stays. */
  before?: (() => Promise<void>) | undefined;
}

export function AlertAndGo({ message, to, before }: AlertAndGoProps) {
  const told = useRef(false);
  useEffect(() => {
    if (told.current) return;
    told.current = true;
    window.alert(message);
    const go = () => location.replace(typeof to === 'string' ? to : to());
    if (before) before().then(go, console.warn);
    else go();
  }, [message, to, before]);
  return <Loading label="One moment…" />;
}

/** The exam may have been submitted, or paid for, on another phone, which this phone doesn't know yet. */
export const refreshQuietly = (uid: string, eid: string | null): Promise<void> =>
  refreshUser(uid, eid, { timeoutMs: 5_000 }).catch(console.warn);
