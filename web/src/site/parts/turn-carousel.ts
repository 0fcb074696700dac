/**
 * Turns a carousel, which is plain HTML. This needs no app, so the carousel turns on a page that nobody has touched,
 * and continues when the page comes to life. It waits under the pointer and the focus, stops when its button is
 * pressed, and turns only by its buttons for visitors who prefer reduced motion. Screen readers announce a change that
 * the visitor asked for, but no automatic one.
 */
const moving = new WeakSet<HTMLElement>();

/** Does nothing for a carousel that turns already. The turning ends when the carousel has left the page. */
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

  /** Starts the time of the shown slide again. */
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
    // The focus on the button that stops and starts doesn't hold the carousel: otherwise starting would seem to do
    // nothing.
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

/** Milliseconds that each slide is shown. */
export const TURN_MS = 5_000;

/**
 * The place of a neighbouring slide; the last and the first are neighbours, too.
 * @param step 1 forwards, -1 backwards
 */
export function neighbour(index: number, step: 1 | -1, count: number): number {
  return (index + step + count) % count;
}

interface Turning {
  count: number;
  /** The button that stops it was pressed. */
  isStopped: boolean;
  /** The pointer or the focus is on it. */
  isHeld: boolean;
  prefersLessMotion: boolean;
}

export function turnsByItself({ count, isStopped, isHeld, prefersLessMotion }: Turning): boolean {
  return count > 1 && !isStopped && !isHeld && !prefersLessMotion;
}
