/**
 * What every page but the exam begins with, and all that one needs which is there to be read: that is whole as it came, and
 * its links lead on by themselves. The app comes when something on it is touched that a script must answer; or at once where
 * this device keeps something that it may have to show: who is signed in, a half-filled form, what waits to be sent, the
 * office's name, where it is another than the page's. Menus open by the script inside the page (web/build/first-script.ts) and close here, on every page alike.
 */

import { isDataDear } from '#web/pwa/is-data-dear.ts';
import { keepVisited } from '#web/pwa/keep-visited.ts';
import { registerServiceWorker } from '#web/pwa/register.ts';
import { hasDatabase, KEPT_FORMS, LOCAL_DB } from '#web/shared/has-database.ts';
import { isOtherBrandSet, READY_BRAND, takeUpBrand } from '#web/shared/known-brand.ts';
import { doors } from '#web/shared/paths.ts';

/** Menus and what is marked plain need no app. */
const TOUCHABLE = 'button:not([data-menu], [data-plain]), label, input, select, textarea';

export async function start(root: HTMLElement): Promise<void> {
  const update = registerServiceWorker(doors.includes(location.pathname) && !isDataDear());
  closeMenus();
  replayFigures();
  keepVisited().catch((error: unknown) => console.error('Page not kept', error));
  moveCarousels().catch((error: unknown) => console.warn('Carousel stands still', error));
  if (root.dataset.waits !== undefined) await untilTouched(root);
  await takeUpReadyBrand();
  (await import('./site-app.tsx')).start(root, update);
}

/** The app begins with what the page was made with. The parser is fetched where there is something to parse. */
async function takeUpReadyBrand(): Promise<void> {
  const given = document.getElementById(READY_BRAND)?.textContent;
  const brand = given && (await import('#web/shared/brand-record.ts')).parseBrand(given);
  if (brand) takeUpBrand(brand);
}

function replayFigures(): void {
  addEventListener('click', ({ target }) => {
    const again = target instanceof Element && target.closest('[data-replays]');
    if (!again) return;
    for (const motion of again.closest('figure')?.getAnimations({ subtree: true }) ?? []) {
      motion.cancel();
      motion.play();
    }
  });
}

/** Those that came with the page; the app moves what it draws itself. */
async function moveCarousels(): Promise<void> {
  const carousels = document.querySelectorAll<HTMLElement>('[data-carousel]');
  if (carousels.length === 0) return;
  const { turnCarousel } = await import('#web/site/parts/turn-carousel.ts');
  for (const carousel of carousels) turnCarousel(carousel);
}

async function untilTouched(root: HTMLElement): Promise<void> {
  await Promise.race([touch(), somethingToShow()]);
  // From here on a page that stands still lacks something.
  root.removeAttribute('data-waits');
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-part="first"]'))
    link.rel = 'modulepreload';
}

function touch(): Promise<void> {
  return new Promise((resolve) => {
    const look = ({ target }: Event) => {
      if (target instanceof Element && target.closest(TOUCHABLE)) resolve();
    };
    for (const kind of ['pointerdown', 'focusin', 'click'] as const)
      addEventListener(kind, look, { capture: true });
    // Before this script had come.
    if (window.earlyPress || document.activeElement?.matches(TOUCHABLE)) resolve();
  });
}

/** Resolves where there is something, and never where there is nothing. */
async function somethingToShow(): Promise<void> {
  const isKept =
    location.search !== '' ||
    hasStored() ||
    (await hasDatabase(LOCAL_DB)) ||
    (await hasDatabase(KEPT_FORMS)) ||
    (await isOtherBrandSet());
  if (!isKept) await new Promise(() => {});
}

function hasStored(): boolean {
  try {
    return (
      localStorage.length > 0 || Object.keys(sessionStorage).some((key) => /-draft$/.test(key))
    );
  } catch {
    return false; // storage that is switched off holds nothing
  }
}

const OPEN = '[data-menu][aria-expanded="true"]';

/** By Escape, by going to another page, and a group within the menu by leaving it. */
function closeMenus(): void {
  addEventListener('keydown', ({ key, target }) => {
    if (key === 'Escape' && target instanceof Element) close(target.closest('header'));
  });
  addEventListener('focusout', ({ target, relatedTarget }) => {
    const group = target instanceof Element && target.closest('[data-group]');
    if (group && !(relatedTarget instanceof Node && group.contains(relatedTarget))) close(group);
  });
  addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('header a')) close();
  });
  // Set rather than added: what takes this place later (shared/desk/leave-guard.tsx) hears of Back before the router, too.
  window.onpopstate = () => close();
}

function close(within: ParentNode | null = document): void {
  for (const button of within?.querySelectorAll(OPEN) ?? [])
    button.setAttribute('aria-expanded', 'false');
}
