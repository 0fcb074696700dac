// Percentile scores as NTA defines them: 100 × the number at or below ÷ the number in the session.

/** Steps of a percentile: seven decimals, as published. */
export const PERCENT_STEPS = 10_000_000n;
const HUNDRED = 100n * PERCENT_STEPS;

/**
 * For each value its percentile among all, in ten millionths of a per cent, halves rounded up. Exact, so ranks use what
 * is printed [ML4].
 */
export function percentiles(values: readonly number[]): Map<number, number> {
  const times = new Map<number, number>();
  for (const value of values) times.set(value, (times.get(value) ?? 0) + 1);
  const all = BigInt(values.length);
  let atOrBelow = 0;
  const found = new Map<number, number>();
  for (const [value, count] of [...times].sort(([a], [b]) => a - b)) {
    atOrBelow += count;
    found.set(value, Number((2n * BigInt(atOrBelow) * HUNDRED + all) / (2n * all)));
  }
  return found;
}

/** As people read it, `99.9871204`. */
export function percentileText(steps: number): string {
  const digits = String(steps).padStart(8, '0');
  return `${digits.slice(0, -7)}.${digits.slice(-7)}`;
}
