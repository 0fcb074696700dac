// India's clock: an instant as text for workbooks, which know no time zones, and the instant at which a day begins.
const india = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Kolkata',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** `2026-11-21 10:30:05`, India time; empty for null. */
export function indiaTime(instant: string | null): string {
  return instant === null ? '' : india.format(new Date(instant));
}

/** Milliseconds that India is ahead of UTC. India has had no other offset and no daylight saving since 1945. */
export const INDIA_AHEAD_MS = 330 * 60_000;

/** @param day `2026-11-21` */
export function indiaMidnight(day: string): Date {
  return new Date(`${day}T00:00:00+05:30`);
}
