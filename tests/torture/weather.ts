/**
 * The faults that can come between a phone and its answers, by the names that plans, reports and failures use, and how soon after a
 * fault's end the page must call everything received.
 */
import { backoffDelay, DOUBT_MS, probePause, QUICK_MS, STALL_MS } from '#machines/sync/backoff.ts';

/** While one of these faults holds, each request meets it. */
export const wireWeathers = [
  'cut', // connections are reset and refused
  'silence', // requests get no answer, and a request that hangs keeps hanging after the weather has ended
  'delay', // each answer comes seconds late
  'slow', // 50 kbit/s and 400 ms in both directions together
  'doubled', // what is sent reaches the server twice, the copy at once or seconds later
  'answers lost', // the server acts, but its answer is lost
  'portal', // a page of the WLAN answers everything with status 200
  'bad gateway', // a page answers everything with status 502
  'cut short', // the full length is announced, but half of the bytes come
  'mixed', // each request meets another of them, or none
] as const;
export type WireWeather = (typeof wireWeathers)[number];

export const weathers = [
  ...wireWeathers,
  'flight mode', // the browser itself knows that there is no network
  'server killed', // SIGKILL, started again when the weather ends
  'database killed', // the same to Postgres
  'standby promoted', // Postgres is killed for good; at the end its standby takes writes
  'disk full', // not a byte is free on the phone, until its candidate deletes something
] as const;
export type Weather = (typeof weathers)[number];

/** What was so until the weather ended. */
export interface Past {
  lastedMs: number;
  /** Whether all pages held their stream when the weather ended: a server that has its database again calls those [SY7]. */
  isCalled: boolean;
  /** For how many ms the slow wire was still busy. */
  backlogMs: number;
}

/** The answers to a probe and a push, after the longest pause between two probes: two seconds in all [SY11]. */
const ANSWERS_MS = 500;
const NOTICED_MS = probePause({ probes: 0, misled: 0, away: false }) + ANSWERS_MS;
/** The longest wait after a failure [SY6]. */
const LONGEST_WAIT_MS = backoffDelay(Number.MAX_SAFE_INTEGER, 1, null);
const LONGEST_PROBE_MS = probePause({ probes: 0, misled: Number.MAX_SAFE_INTEGER, away: false });

/** The latest that a delayed answer arrives. */
export const LATEST_ANSWER_MS = 3_500;
export const ROUND_TRIP_MS = 400;
/** What the slow wire carries in a millisecond: 50 kbit/s. */
export const BYTES_PER_MS = 50 / 8;
/** The size of the answer that opens an exam, which is the largest. */
const LARGEST_ANSWER_BYTES = 15_000;

const noticed = () => NOTICED_MS;
const databaseIsBack = ({ isCalled }: Past) => NOTICED_MS + (isCalled ? 0 : LONGEST_WAIT_MS);

/** Milliseconds from the weather's end until the page must call everything received, by the product's own pauses. */
export const limits: Record<Weather, (past: Past) => number> = {
  cut: noticed,
  // A short silence swallows a request but no probe.
  silence: () => DOUBT_MS + STALL_MS + QUICK_MS + ANSWERS_MS,
  delay: () => LATEST_ANSWER_MS + NOTICED_MS,
  slow: ({ backlogMs }) =>
    backlogMs + ROUND_TRIP_MS + LARGEST_ANSWER_BYTES / BYTES_PER_MS + NOTICED_MS,
  doubled: noticed,
  'answers lost': noticed,
  portal: noticed,
  'bad gateway': noticed,
  'cut short': noticed,
  // Probes get through and pushes don't, so the pauses double: the next pause is as long as all earlier ones together.
  mixed: ({ lastedMs }) => LATEST_ANSWER_MS + Math.min(lastedMs, LONGEST_PROBE_MS) + NOTICED_MS,
  'flight mode': noticed,
  'server killed': noticed,
  'database killed': databaseIsBack,
  'standby promoted': databaseIsBack,
  // The fault is in the phone, so no probe notices that it has ended.
  'disk full': () => LONGEST_WAIT_MS + NOTICED_MS,
};

/** What can happen to the phone at one moment. */
export const blows = [
  'reload',
  'tab closed',
  'tab crashed',
  'browser killed', // SIGKILL, the same profile opened again
  'storage closed', // the connection to IndexedDB is closed under the app
  'clock set', // by up to twenty minutes, either way
  'second phone', // takes over the sitting; what waits on the first phone arrives late
  'app updated', // the server is replaced by one with a new version of the app, and the phone looks for it
] as const;
export type Blow = (typeof blows)[number];

/** Blows after which the page has to be opened again. */
export const deadly: ReadonlySet<Blow> = new Set([
  'reload',
  'tab closed',
  'tab crashed',
  'browser killed',
]);
