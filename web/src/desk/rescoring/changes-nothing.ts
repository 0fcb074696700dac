/** Whether confirming a rescore would do nothing at all, so that it is not offered. */
import type { Rescore } from '#contract/desk/rescores.ts';

/** Where a paper holds the question as it was, its sitting may still end: that is scored by the confirmed key. */
export function changesNothing({ papers, checked, changes }: Rescore): boolean {
  return papers === 0 && checked === 0 && changes === 0;
}
