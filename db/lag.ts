/**
 * How old is what a standby holds? Told by positions in the write-ahead log, so that no clock is compared with another and
 * nothing is written: where the primary stood at each look, and how far the standby has come since.
 */

/** Looks that are kept: of minutes, at one a second. Who is further behind is older than anyone allows. */
const MOST_LOOKS = 4_000;

export class Lag {
  #looks: { at: number; position: number }[] = [];
  #replayed = -1;

  /** @param at before the primary was asked: all that it had confirmed by then lies before `position` */
  primaryStood(position: number, at: number): void {
    this.#looks.push({ at, position });
    if (this.#looks.length > MOST_LOOKS) this.#looks.shift();
    this.#forget();
  }

  replicaStands(position: number): void {
    this.#replayed = position;
    this.#forget();
  }

  /** At most so old, in the unit of `at`; without end when nothing is known. */
  ageAt(now: number): number {
    const held = this.#looks.findLast(({ position }) => position <= this.#replayed);
    return held ? now - held.at : Number.POSITIVE_INFINITY;
  }

  holds(position: number): boolean {
    return position <= this.#replayed;
  }

  /** Looks before one that the standby has come past say nothing more. */
  #forget(): void {
    const last = this.#looks.findLastIndex(({ position }) => position <= this.#replayed);
    if (last > 0) this.#looks.splice(0, last);
  }
}
