/** What can be the matter between a phone and its answers, by the names that plans, reports and failures use. */

/** While one of these holds, each request meets it. */
export const wireWeathers = [
  'cut', // connections are reset and refused
  'silence', // requests go in, nothing ever comes out, and what hangs keeps hanging afterwards
  'delay', // each answer comes seconds late
  'slow', // 50 kbit/s and 400 ms in both directions together
  'doubled', // what is sent reaches the server twice, the copy at once or seconds later
  'answers lost', // the server acts, its answer reaches nobody
  'portal', // a page of the WLAN answers everything, with status 200
  'bad gateway', // so does a page with status 502
  'cut short', // the length is told, half of the bytes come
  'mixed', // each request meets another of them, or none
] as const;
export type WireWeather = (typeof wireWeathers)[number];

export const weathers = [
  ...wireWeathers,
  'flight mode', // the browser itself knows that there is no network
  'server killed', // SIGKILL, started again when the weather ends
  'database killed', // the same to Postgres
  'disk full', // not a byte is left on the phone, until its candidate deletes something
] as const;
export type Weather = (typeof weathers)[number];

/** What happens to the phone at one moment. */
export const blows = [
  'reload',
  'tab closed',
  'tab crashed',
  'browser killed', // SIGKILL, the same profile opened again
  'storage closed', // IndexedDB's connection goes under the app
  'clock set', // by up to twenty minutes, either way
  'second phone', // takes the sitting over; what waits on the first comes late
] as const;
export type Blow = (typeof blows)[number];

/** Those after which the page has to be opened again. */
export const deadly: ReadonlySet<Blow> = new Set([
  'reload',
  'tab closed',
  'tab crashed',
  'browser killed',
]);
