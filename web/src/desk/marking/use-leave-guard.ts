/** While something is unsaved: closing the tab asks in the browser's words, a link of the app asks in ours. */
import { useEffect, useRef } from 'react';

/** @param ask shows the question; calling what it is given goes where the reader wanted to go */
export function useLeaveGuard(unsaved: boolean, ask: (go: () => void) => void): void {
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    if (!unsaved) return;
    let agreed = false;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
      const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0;
      if (!(link instanceof HTMLAnchorElement) || link.target !== '' || elsewhere || agreed) return;
      if (link.getAttribute('href')?.startsWith('#')) return;
      event.preventDefault();
      event.stopPropagation();
      latest.current(() => {
        agreed = true;
        link.click();
      });
    };
    window.addEventListener('beforeunload', onUnload);
    // Before the router hears it.
    document.addEventListener('click', onClick, { capture: true });
    return () => {
      window.removeEventListener('beforeunload', onUnload);
      document.removeEventListener('click', onClick, { capture: true });
    };
  }, [unsaved]);
}
