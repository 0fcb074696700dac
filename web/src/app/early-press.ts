/**
 * Does what was pressed while the page was ready HTML without its script (web/build/first-script.ts keeps it). The page and
 * its foot come to life one after the other: each does its own presses from then on, and waits for nothing of the other.
 */
declare global {
  interface Window {
    keepEarlyPress?: (event: MouseEvent) => void;
    earlyPress?: HTMLElement;
    /** What does its presses itself by now. */
    alive?: Set<Part>;
  }
}

type Part = 'page' | 'footer';

/** @param part what is alive now; left out where the rest never will be */
export function doEarlyPress(part?: Part) {
  const { keepEarlyPress, earlyPress } = window;
  if (!keepEarlyPress) return;
  window.alive ??= new Set();
  if (part) window.alive.add(part);
  if (!part || window.alive.size === 2) {
    removeEventListener('click', keepEarlyPress, true);
    delete window.keepEarlyPress;
  } else if (earlyPress && partOf(earlyPress) !== part) return;
  delete window.earlyPress;
  for (const sign of ['aria-busy', 'aria-disabled']) earlyPress?.removeAttribute(sign);
  if (earlyPress?.isConnected) earlyPress.click();
}

/** As the script in the page tells them apart: a dialog has a foot, too. */
function partOf(element: Element): Part {
  return element.closest('#root > footer') ? 'footer' : 'page';
}
