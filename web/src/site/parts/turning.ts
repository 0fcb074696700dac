/** When a carousel turns, and to what. */

/** Each slide stands this long (specification, section 9). */
export const TURN_MS = 5_000;

/** Round and round. @param step 1 forwards, -1 backwards */
export function neighbour(index: number, step: 1 | -1, count: number): number {
  return (index + step + count) % count;
}

export interface Turning {
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
