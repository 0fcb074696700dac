/** The Back button, or a swipe from the edge, asks before it leaves an exam under way, or one that nobody has received yet. */
import { useEffect, useState } from 'react';
import { paths } from '#web/shared/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
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

/** @param submitted on this phone, and not received yet */
export function LeaveDialog({ submitted = false }: { submitted?: boolean }) {
  const [asks, setAsks] = useState(false);
  useEffect(() => {
    const put = () => {
      if (history.state !== GUARD) history.pushState(GUARD, '');
    };
    const ask = () => setAsks(history.state !== GUARD);
    put();
    // Browsers skip history entries that a page added before anybody pressed something on it.
    addEventListener('click', put);
    addEventListener('popstate', ask);
    return () => {
      removeEventListener('click', put);
      removeEventListener('popstate', ask);
    };
  }, []);
  const stay = () => setAsks(false);
  return (
    <Dialog
      open={asks}
      onClose={stay}
      title={submitted ? 'Leave before everything is received?' : 'Leave the exam?'}
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
          ? 'Once you leave this site, nothing is sent until you open it again.'
          : 'Your time keeps running.'}{' '}
        Your answers stay on this phone; press “My exam” to come back to them.
      </p>
    </Dialog>
  );
}
