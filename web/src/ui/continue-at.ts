/**
 * What had the focus is gone, or can't be pressed any more: the keyboard and a screen reader continue here instead of at the top
 * of the page. Who is somewhere else is left there.
 */
export function continueAt(place: HTMLElement | null | undefined): void {
  if (!place || document.activeElement?.matches(':not(body, :disabled)')) return;
  if (place.tabIndex < 0) place.tabIndex = -1;
  place.focus({ preventScroll: true });
}
