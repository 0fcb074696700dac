/**
 * Asks before anything typed is lost: by a link, by Logout, by Back or by closing the tab. Back closes the dialog on
 * top before it leaves the page.
 */
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import * as z from 'zod/mini';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** Functions that say whether a place holds something unsaved. */
const holders = new Set<() => boolean>();

/** @param holds called when somebody is about to leave; true when something is unsaved */
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

/** Place it once in each page frame. */
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
    // Capture, to be first: before the router hears of it.
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
          // A button may turn out not to leave the page: then what is typed afterwards is asked about again.
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
      // The browser has already gone back, and is sent forward again: the router must hear of neither.
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

/** Links, and buttons that are marked as leaving the page. */
const WAYS = 'a[href], button[data-leaves]';

/**
 * False for a link that opens another tab, downloads a file or stays on the page; for another site the browser asks.
 */
function leadsAway(link: HTMLElement, press: MouseEvent): boolean {
  if (!(link instanceof HTMLAnchorElement)) return true;
  const elsewhere = press.ctrlKey || press.metaKey || press.shiftKey || press.button !== 0;
  const { origin, pathname, search } = location;
  const isHere = link.pathname === pathname && link.search === search;
  return !elsewhere && link.target === '' && !link.download && link.origin === origin && !isHere;
}

/** The browser keeps the focus inside the dialog on top. */
function windowOnTop(): Element | undefined {
  const open = [...document.querySelectorAll('dialog[open]')];
  return open.find((one) => one.contains(document.activeElement)) ?? open.at(-1);
}

/** The router's index of an entry in the history. */
function stepOf(state: unknown): number | null {
  return z.object({ idx: z.number() }).safeParse(state).data?.idx ?? null;
}
