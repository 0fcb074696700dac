/** Seconds: data that is newer than this counts as current. */
const A_FEW_SECONDS = 5;

/** The greatest age of a reply's data, in seconds: the office's lists may come from a standby. */
export const ageOf = (headers: Headers): number => Number(headers.get('x-data-age')) || 0;

/** How old a list was when it came: `12 seconds old when loaded`; empty when only a few seconds. */
export function ageWords(seconds: number, when = 'loaded'): string {
  if (seconds <= A_FEW_SECONDS) return '';
  const [count, unit] =
    seconds < 120 ? [seconds, 'seconds'] : [Math.round(seconds / 60), 'minutes'];
  return `${count} ${unit} old when ${when}`;
}
