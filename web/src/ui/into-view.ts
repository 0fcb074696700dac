/** For what appears in answer to a press and may lie outside the part of a dialog in sight: a ref that brings it there, once. */
export function intoView(shown: HTMLElement | null): void {
  shown?.scrollIntoView({ block: 'center' });
}
