/**
 * Which random runs a property suite makes: some the same each time, so that what broke a rule once is met again, and
 * some that nobody has made before. A seed that failed becomes a test of its own, with a title that says what it met.
 */
import { randomInt } from 'node:crypto';

/** The first `kept` seeds, then `fresh` new ones in a row from a number that nobody knows. */
export function seeds({ kept, fresh }: { kept: number; fresh: number }): number[] {
  const first = randomInt(1_000_000, 1_000_000_000);
  return [
    ...Array.from({ length: kept }, (_, index) => index + 1),
    ...Array.from({ length: fresh }, (_, index) => first + index),
  ];
}
