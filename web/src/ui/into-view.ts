/**
 * A ref for something that appears after a press and may be outside the visible part of a dialog: brings it into view,
 * once.
 */
export function intoView(shown: HTMLElement | null): void {
  shown?.scrollIntoView({ block: 'center' });
}
