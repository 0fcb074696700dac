/** What is newer than this is as good as of now. */
const A_FEW_SECONDS = 5;

/** How many seconds old what came is at most: lists of the office may come from a standby. */
export const ageOf = (headers: Headers): number => Number(headers.get('x-data-age')) || 0;

/** Of a list, how old it was when it came: `12 seconds old when loaded`; empty when only a few seconds. */
export function ageWords(seconds: number, when = 'loaded'): string {
  if (seconds <= A_FEW_SECONDS) return '';
  const [count, unit] =
    seconds < 120 ? [seconds, 'seconds'] : [Math.round(seconds / 60), 'minutes'];
  return `${count} ${unit} old when ${when}`;
}
