/**
 * Who is here for an exam gets it onto the device at once, and the other pages in time; a visitor doesn't, nor
 * the script that does it.
 */
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { doors } from '#web/shared/paths.ts';
import { hasUserRecord } from '#web/shared/session-watch.ts';

export function KeepForOffline() {
  const { pathname } = useLocation();
  useEffect(() => {
    if (!hasUserRecord() && !doors.includes(pathname)) return;
    const left = new AbortController();
    import('./keep-candidate.ts')
      .then(({ keepCandidate }) => keepCandidate(left.signal))
      .catch((error: unknown) => console.warn('The exam is not kept on this device yet', error));
    return () => left.abort();
  }, [pathname]);
  return null;
}
