/**
 * Ways off the exam's page: an alert that leads elsewhere, and Back. The Back button, or a swipe from the edge, asks before it leaves an exam under way, or one that
 * nobody has received yet.
 */
import { useEffect, useRef, useState } from 'react';
import { paths } from '#web/shared/paths.ts';
import { refreshUser } from '#web/shared/refresh-user.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { PageLink } from '#web/ui/page-link.tsx';

/** What stands in the history above the exam, for Back to take away. */
const GUARD = 'stay';

/** Nothing can be lost any more: what stood above the exam goes, so that one press of Back leaves. */
export function useFreeToLeave(free: boolean): void {
  useEffect(() => {
    if (!free || history.state !== GUARD) return;
    // Going back takes a moment, in which it must not be gone back from twice.
    history.replaceState(null, '');
    history.back();
  }, [free]);
}

function putGuard(): void {
  if (history.state !== GUARD) history.pushState(GUARD, '');
}

/** @param submitted on this phone, and not received yet */
export function LeaveDialog({ submitted = false }: { submitted?: boolean }) {
  const [asks, setAsks] = useState(false);
  useEffect(() => {
    const ask = () => setAsks(history.state !== GUARD);
    putGuard();
    // Browsers skip history entries that a page added before anybody pressed something on it.
    addEventListener('click', putGuard);
    addEventListener('popstate', ask);
    return () => {
      removeEventListener('click', putGuard);
      removeEventListener('popstate', ask);
    };
  }, []);
  // Also by Escape, or by a Back that closes the window: the next one asks again.
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

// Guards of the exam's page: one alert, then another page.

interface AlertAndGoProps {
  message: string;
  /** An address; called once `before` is done. */
  to: string | (() => string);
  /** Done between the alert and the other page; where it fails, nobody goes there. */
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

/** Submitted, or paid for, on another phone: this one may not know it yet. */
export const refreshQuietly = (uid: string, eid: string | null): Promise<void> =>
  refreshUser(uid, eid, { timeoutMs: 5_000 }).catch(console.warn);
