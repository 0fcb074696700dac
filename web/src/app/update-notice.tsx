/**
 * Offers a waiting version of the app, and lets it in by itself when the reader moves on to another
 * page; the update policy refuses both while a sitting is under way.
 */
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import type { AppUpdate } from '#web/pwa/register.ts';
import { Button } from '#web/ui/button.tsx';
import styles from './update-notice.module.css';

export function UpdateNotice({ update }: { update: AppUpdate }) {
  const waiting = useSyncExternalStore(update.subscribe, update.isWaiting, () => false);
  const { pathname } = useLocation();

  const shown = useRef(pathname);

  useEffect(() => {
    // Coming to life is no move: somebody may be writing on this page already.
    if (shown.current === pathname) return;
    shown.current = pathname;
    update.activate('navigated').catch(console.error);
  }, [update, pathname]);

  if (!waiting) return null;
  return (
    <div className={styles.notice} role="status">
      <p>A newer version of this app is ready.</p>
      <Button onClick={() => update.activate('tapped').catch(console.error)}>Update</Button>
    </div>
  );
}
