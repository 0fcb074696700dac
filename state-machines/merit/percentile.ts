// Percentile scores as NTA defines them: 100 times how many of a session are at or below, by how many sat it.

/** Whole steps of a percentile: seven decimals, as they are published. */
export const PERCENT_STEPS = 10_000_000n;
const HUNDRED = 100n * PERCENT_STEPS;

/**
 * For each value how it stands among all, in ten millionths of a per cent, the half rounded up: exact, so what is
 * printed is what is ranked by [ML4].
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
