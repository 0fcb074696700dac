// When an unsettled order is asked about again. Pure. The intervals are those of the payment research:
// quick while somebody may be waiting, then hourly for a day, then daily while a payment page may live.

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const LONGEST_PAUSE_MS = DAY;
const QUICK = [30 * SECOND, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE];
const LAST = 7 * DAY; // the life of a payment page at the bank

/**
 * @param checks how often the gateway was asked since the order was made or last touched
 * @param ageMs since the order was made
 * @returns milliseconds until the next question, or null when it is no use asking any more
 */
export function untilNextCheck(checks: number, ageMs: number): number | null {
  if (ageMs >= LAST) return null;
  return QUICK[checks] ?? (ageMs < DAY ? HOUR : DAY);
}
