/**
 * What moves a carousel, which is plain HTML: it needs no app, so it turns on a page that nobody has touched and continues
 * when the page comes to life. It waits under the pointer and the focus, stops at a press, and turns only by its
 * buttons for people who asked for less motion. A change that somebody asked for is announced; an automatic one is not.
 */
const moving = new WeakSet<HTMLElement>();

/** Once for each; it ends when the carousel has left the page. */
export function turnCarousel(carousel: HTMLElement): void {
  if (moving.has(carousel)) return;
  moving.add(carousel);
  const slides = [...carousel.querySelectorAll<HTMLElement>('[data-shown]')];
  const count = slides.length;
  const spoken = carousel.querySelector('[aria-live]');
  const place = carousel.querySelector('[data-place]');
  const starts = carousel.querySelector('[data-starts]');
  const held = { pointer: false, focus: false };
  let index = 0;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Each slide gets its full time again. */
  function stand() {
    clearTimeout(timer);
    const isHeld = held.pointer || held.focus;
    spoken?.setAttribute('aria-live', isStopped || isHeld ? 'polite' : 'off');
    const prefersLessMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (!turnsByItself({ count, isStopped, isHeld, prefersLessMotion })) return;
    timer = setTimeout(() => carousel.isConnected && turn(1), TURN_MS);
  }

  function turn(step: 1 | -1) {
    index = neighbour(index, step, count);
    for (const [at, slide] of slides.entries()) slide.dataset.shown = String(at === index);
    if (place) place.textContent = `${index + 1} / ${count}`;
    stand();
  }

  const on = (kind: string, does: (event: Event) => void) =>
    carousel.addEventListener(kind, (event) => {
      does(event);
      stand();
    });
  on('mouseenter', () => {
    held.pointer = true;
  });
  on('mouseleave', () => {
    held.pointer = false;
  });
  on('focusin', ({ target }) => {
    // The button that stops and starts it doesn't hold it: starting would seem to do nothing.
    held.focus = target !== starts;
  });
  on('focusout', () => {
    held.focus = false;
  });
  carousel.querySelector('[data-back]')?.addEventListener('click', () => turn(-1));
  carousel.querySelector('[data-on]')?.addEventListener('click', () => turn(1));
  starts?.addEventListener('click', () => {
    isStopped = !isStopped;
    carousel.dataset.stopped = String(isStopped);
    starts.setAttribute('aria-label', isStopped ? 'Play automatically' : 'Stop playing');
    stand();
  });
  stand();
}

/** When a carousel turns, and to what. */

/** Each slide stands this long. */
export const TURN_MS = 5_000;

/** Round and round. @param step 1 forwards, -1 backwards */
export function neighbour(index: number, step: 1 | -1, count: number): number {
  return (index + step + count) % count;
}

interface Turning {
  count: number;
  /** Its own button was pressed. */
  isStopped: boolean;
  /** The pointer or the focus is on it. */
  isHeld: boolean;
  prefersLessMotion: boolean;
}

export function turnsByItself({ count, isStopped, isHeld, prefersLessMotion }: Turning): boolean {
  return count > 1 && !isStopped && !isHeld && !prefersLessMotion;
}
