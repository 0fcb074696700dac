/**
 * Time as readers in India expect it. Times are always India time, whatever the phone's time zone, and say so, because
 * an exam starts at the same moment for everyone.
 */

const indiaTime = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Kolkata',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
});

/** Browsers join the parts differently ("Sat, 21 Sept"), so we join them ourselves. */
function indiaParts(instant: string): Record<string, string> {
  const named = indiaTime.formatToParts(new Date(instant)).map((part) => [part.type, part.value]);
  return Object.fromEntries(named);
}

/** An ISO instant as `Sat 21 Nov 2026`. */
export function formatDate(instant: string): string {
  const { weekday, day, month, year } = indiaParts(instant);
  return `${weekday} ${day} ${month?.slice(0, 3)} ${year}`;
}

/** An ISO instant as `10:30 am IST`. */
export function formatTime(instant: string): string {
  const { hour, minute, dayPeriod } = indiaParts(instant);
  return `${Number(hour) % 12 || 12}:${minute} ${dayPeriod?.toLowerCase()} IST`;
}

/** An ISO instant as `Sat 21 Nov 2026, 10:30 am IST`. */
export function formatDateTime(instant: string): string {
  return `${formatDate(instant)}, ${formatTime(instant)}`;
}

/** Minutes as `45 minutes`, `7.5 minutes`, `1 hour`, `2 hours 30 minutes`. */
export function formatDuration(minutes: number): string {
  const count = (n: number, unit: string) => (n === 0 ? '' : `${n} ${unit}${n === 1 ? '' : 's'}`);
  const parts = [count(Math.floor(minutes / 60), 'hour'), count(minutes % 60, 'minute')];
  return parts.filter(Boolean).join(' ') || '0 minutes';
}
