/**
 * The start of every page except the exam, and all that a page for reading needs at first: such a page is complete as
 * it came, and its links work by themselves. The app is loaded when something is touched that needs a script; or at
 * once when this device has something to show: who is signed in, a half-filled form, something that waits to be sent,
 * or the office's name when it isn't the page's. Menus are opened by the script inside the page
 * (web/build/first-script.ts) and closed here, on every page alike.
 */

import { isDataDear } from '#web/pwa/is-data-dear.ts';
import { keepVisited } from '#web/pwa/keep-visited.ts';
import { registerServiceWorker } from '#web/pwa/register.ts';
import { hasDatabase, KEPT_FORMS, LOCAL_DB } from '#web/shared/has-database.ts';
import { isOtherBrandSet, READY_BRAND, takeUpBrand } from '#web/shared/known-brand.ts';
import { doors } from '#web/shared/paths.ts';

/** Elements that need the app; menus, and what is marked plain, don't. */
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

/**
 * Lets the app begin with the brand that the page was made with. The parser is loaded only when there is something to
 * parse.
 */
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

/** Turns the carousels that came with the page; the app turns those that it draws itself. */
async function moveCarousels(): Promise<void> {
  const carousels = document.querySelectorAll<HTMLElement>('[data-carousel]');
  if (carousels.length === 0) return;
  const { turnCarousel } = await import('#web/site/parts/turn-carousel.ts');
  for (const carousel of carousels) turnCarousel(carousel);
}

async function untilTouched(root: HTMLElement): Promise<void> {
  await Promise.race([touch(), somethingToShow()]);
  // From here on, a page that stands still lacks something (web/build/first-script.ts).
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
    // Something was touched before this script had come.
    if (window.earlyPress || document.activeElement?.matches(TOUCHABLE)) resolve();
  });
}

/** Resolves when this device has something to show; otherwise never. */
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

/** Closes menus on Escape and on going to another page, and a group within the menu also on leaving it. */
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
  // Set rather than added, so that its later replacement (shared/desk/leave-guard.tsx) also hears of Back before the
  // router does.
  window.onpopstate = () => close();
}

function close(within: ParentNode | null = document): void {
  for (const button of within?.querySelectorAll(OPEN) ?? [])
    button.setAttribute('aria-expanded', 'false');
}
