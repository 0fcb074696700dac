/**
 * A part of a page whose script comes after the page that holds it, such as a form with its checking and
 * sending: its HTML is ready with the page, its script isn't waited for. Where the script can't be fetched the
 * page is whole without it.
 */
import { type ComponentType, lazy } from 'react';
import { whenKept } from '#web/pwa/when-kept.ts';
import { mendPage } from './mend-page.ts';

/** Half a screen, the time of a thumb's stroke: who reads only the top of a page pays for no more. */
const NEAR = '50% 0px';

/**
 * @param place selector of the part's ready-made HTML, or of what holds it. The script is then fetched when a
 * reader comes near or writes, and by itself only once the phone keeps the app. Without a place, at once.
 */
export function lazyPart(load: () => Promise<ComponentType>, place?: string) {
  return lazy<ComponentType>(() =>
    wanted(place)
      .then(load)
      .then(
        (Part) => ({ default: Part }),
        // Its ready-made HTML stays in sight, with what was typed, until the page has what it lacks.
        () => (isReadyMade() && mendPage() ? new Promise(() => {}) : { default: () => null }),
      ),
  );
}

async function wanted(place: string | undefined): Promise<void> {
  const element = place && isReadyMade() ? document.querySelector(place) : null;
  if (!element) return;
  await new Promise<void>((resolve) => {
    const come = () => resolve();
    const watch = new IntersectionObserver(
      (seen) => {
        if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
        watch.disconnect();
        resolve();
      },
      { rootMargin: NEAR },
    );
    watch.observe(element);
    element.addEventListener('focusin', come, { once: true });
    whenKept().then(come);
  });
}

/** Whether the page came as HTML (web/build/page-html.ts). Those that follow are made here, with gaps for their parts. */
function isReadyMade(): boolean {
  if (typeof document !== 'object') return false;
  return document.getElementById('root')?.dataset.page === location.pathname;
}
