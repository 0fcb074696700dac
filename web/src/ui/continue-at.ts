/**
 * What had the focus is gone, or can't be pressed any more: the keyboard and a screen reader continue here instead of at the top
 * of the page. Who is somewhere else is left there.
 */
export function continueAt(place: HTMLElement | null | undefined): void {
  if (!document.activeElement?.matches(':not(body, :disabled)')) readFrom(place);
}

/** What was asked for is here: a screen reader goes to its beginning, instead of back over all that lies between. */
export function readFrom(place: HTMLElement | null | undefined): void {
  if (!place) return;
  if (place.tabIndex < 0) place.tabIndex = -1;
  place.focus({ preventScroll: true });
}
