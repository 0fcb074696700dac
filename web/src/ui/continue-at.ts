/**
 * For when the element that had the focus is gone, or can't be pressed any more: the keyboard and a screen reader
 * continue at `place` instead of at the top of the page. When the focus is somewhere else, it stays there.
 */
export function continueAt(place: HTMLElement | null | undefined): void {
  if (!document.activeElement?.matches(':not(body, :disabled)')) readFrom(place);
}

/**
 * For when what was asked for has appeared: a screen reader goes to its beginning, instead of back over everything
 * between.
 */
export function readFrom(place: HTMLElement | null | undefined): void {
  if (!place) return;
  if (place.tabIndex < 0) place.tabIndex = -1;
  place.focus({ preventScroll: true });
}
