/**
 * Nothing that was typed is lost unasked, by a link, by Logout, by Back or by closing the tab; and Back means the window on top before it
 * means the page below.
 */
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import * as z from 'zod/mini';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** Whatever may hold something unsaved, and whether it does. */
const holders = new Set<() => boolean>();

/** @param holds asked when somebody is about to leave */
export function useUnsaved(holds: () => boolean): void {
  const latest = useRef(holds);
  useEffect(() => {
    latest.current = holds;
  });
  useEffect(() => {
    const holder = () => latest.current();
    holders.add(holder);
    return () => {
      holders.delete(holder);
    };
  }, []);
}

/** Once in a frame. */
export function LeaveGuard() {
  const [leaving, setLeaving] = useState<{ go: () => void } | null>(null);
  const place = useLocation();
  const here = useRef<number | null>(null);
  const agreed = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each place has another.
  useEffect(() => {
    here.current = stepOf(history.state);
    agreed.current = false;
  }, [place]);

  useEffect(() => {
    const isUnsaved = () => !agreed.current && [...holders].some((holds) => holds());
    const stop = new AbortController();
    // Before the router hears of it.
    const first = { capture: true, signal: stop.signal };

    addEventListener('beforeunload', (event) => isUnsaved() && event.preventDefault(), first);

    document.addEventListener(
      'click',
      (event) => {
        const way = event.target instanceof Element ? event.target.closest(WAYS) : null;
        if (!(way instanceof HTMLElement) || !leadsAway(way, event) || !isUnsaved()) return;
        event.preventDefault();
        event.stopPropagation();
        const go = () => {
          way.click();
          // A button may lead nowhere after all: what is typed then is asked for again.
          if (way instanceof HTMLButtonElement) agreed.current = false;
        };
        setLeaving({ go });
      },
      first,
    );

    let isReturning = false;
    const closeMenus = window.onpopstate;
    window.onpopstate = (event) => {
      closeMenus?.call(window, event);
      const top = windowOnTop();
      if (!isReturning && !top && !isUnsaved()) return;
      const there = stepOf(event.state);
      const steps = there === null || here.current === null ? 0 : there - here.current;
      if (!isReturning && steps === 0) return;
      // The browser has gone already, and comes back: of neither does the router hear.
      event.stopImmediatePropagation();
      isReturning = !isReturning;
      if (!isReturning) return;
      history.go(-steps);
      if (top) top.dispatchEvent(new Event('cancel', { cancelable: true }));
      else setLeaving({ go: () => history.go(steps) });
    };
    return () => {
      stop.abort();
      window.onpopstate = closeMenus;
    };
  }, []);

  return (
    <ConfirmDialog
      open={leaving !== null}
      title="Leave without saving?"
      action="Leave"
      pendingLabel="Leaving…"
      onConfirm={async () => {
        agreed.current = true;
        leaving?.go();
      }}
      onClose={() => setLeaving(null)}
    >
      <p>Your changes aren’t saved.</p>
    </ConfirmDialog>
  );
}

/** Links, and buttons that say of themselves that they leave the page. */
const WAYS = 'a[href], button[data-leaves]';

/** A link not to another tab, a file or within the page; to another site asks the browser. */
function leadsAway(link: HTMLElement, press: MouseEvent): boolean {
  if (!(link instanceof HTMLAnchorElement)) return true;
  const elsewhere = press.ctrlKey || press.metaKey || press.shiftKey || press.button !== 0;
  const { origin, pathname, search } = location;
  const isHere = link.pathname === pathname && link.search === search;
  return !elsewhere && link.target === '' && !link.download && link.origin === origin && !isHere;
}

/** The browser keeps the focus in it. */
function windowOnTop(): Element | undefined {
  const open = [...document.querySelectorAll('dialog[open]')];
  return open.find((one) => one.contains(document.activeElement)) ?? open.at(-1);
}

/** How many steps of the router into the history. */
function stepOf(state: unknown): number | null {
  return z.object({ idx: z.number() }).safeParse(state).data?.idx ?? null;
}
