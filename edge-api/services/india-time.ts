// India's clock: an instant as people in the office read it in a workbook, which knows no time zones, and
// where a day begins.
const india = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Kolkata',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** `2026-11-21 10:30:05`, India time; empty for none. */
export function indiaTime(instant: string | null): string {
  return instant === null ? '' : india.format(new Date(instant));
}

/** Milliseconds ahead of UTC: no other offset and no daylight saving since 1945. */
export const INDIA_AHEAD_MS = 330 * 60_000;

/** @param day `2026-11-21` */
export function indiaMidnight(day: string): Date {
  return new Date(`${day}T00:00:00+05:30`);
}
