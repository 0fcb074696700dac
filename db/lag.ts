/**
 * How old a standby's data is, from positions in the write-ahead log: where the primary stood at each look, and how far
 * the standby has come since. It compares no clocks and writes nothing.
 */

/**
 * The most looks that are kept: over an hour of them, at one a second. A standby further behind is too old for any
 * limit.
 */
const MOST_LOOKS = 4_000;

export class Lag {
  #looks: { at: number; position: number }[] = [];
  #replayed = -1;

  /** @param at an instant before the primary was asked: everything it had confirmed by then is before `position` */
  primaryStood(position: number, at: number): void {
    this.#looks.push({ at, position });
    if (this.#looks.length > MOST_LOOKS) this.#looks.shift();
    this.#forget();
  }

  replicaStands(position: number): void {
    this.#replayed = position;
    this.#forget();
  }

  /** The greatest possible age, in the unit of `at`; infinite if nothing is known. */
  ageAt(now: number): number {
    const held = this.#looks.findLast(({ position }) => position <= this.#replayed);
    return held ? now - held.at : Number.POSITIVE_INFINITY;
  }

  holds(position: number): boolean {
    return position <= this.#replayed;
  }

  /** Drops the looks before the last one that the standby has passed. */
  #forget(): void {
    const last = this.#looks.findLastIndex(({ position }) => position <= this.#replayed);
    if (last > 0) this.#looks.splice(0, last);
  }
}
