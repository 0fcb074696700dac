/**
 * Repeats a press that came while the page was ready HTML without its script; web/build/first-script.ts keeps the
 * press. The page and its footer come to life one after the other: from then on each handles its own presses, without
 * waiting for the other.
 */
declare global {
  interface Window {
    keepEarlyPress?: (event: MouseEvent) => void;
    earlyPress?: HTMLElement;
    /** The parts that handle their presses themselves by now. */
    alive?: Set<Part>;
  }
}

type Part = 'page' | 'footer';

/** @param part the part that is alive now; left out when the others never will be */
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

/** Must tell the parts apart as the script in the page does; a dialog has a footer, too. */
function partOf(element: Element): Part {
  return element.closest('#root > footer') ? 'footer' : 'page';
}
