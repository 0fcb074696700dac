/**
 * What was promised, and whether it was kept. Each act that the screen called saved is noted. The server's log is compared with these
 * notes act by act, so that no act is missing and none is there twice.
 */
import type { Weather } from './weather.ts';

/** What a candidate does to an answer. */
export interface Act {
  /** Which of the candidate's phones did this, as its turn at the sitting. */
  epoch: number;
  type: 'answered' | 'cleared' | 'marked';
  qid: string;
  /** Option name; empty when the act is not an answer. */
  answer: string;
}

export interface LoggedAct extends Act {
  refusal: string | null;
}

export interface Findings extends Record<Promised, string[]> {
  /** Acts that were called saved and are not in the log at the end. */
  lost: string[];
  /** Acts that are in the log more often than they were done. */
  doubled: string[];
  /** Acts that were called received by the server while they were not in the log. */
  early: string[];
  /** The clock showed a wrong time. */
  clock: string[];
  /** The result doesn't match what was chosen on the screen. */
  result: string[];
  /** Received later after a fault than the product promises. */
  slow: string[];
  /** Everything else that was wrong. */
  other: string[];
}

/** The kinds of findings, each named by the promise that was broken. */
export const PROMISES = ['lost', 'doubled', 'early', 'clock', 'result', 'slow', 'other'] as const;
export type Promised = (typeof PROMISES)[number];

export const nothingFound = (): Findings => ({
  lost: [],
  doubled: [],
  early: [],
  clock: [],
  result: [],
  slow: [],
  other: [],
});

const inWords = ({ epoch, type, qid, answer }: Act): string =>
  `phone ${epoch} ${type} ${qid}${answer && ` ${answer}`}`;

/** @param log all acts of the sitting, by turn and number */
export function compare(said: readonly Act[], log: readonly LoggedAct[]): Findings {
  const found = nothingFound();
  const left = new Map<string, number>();
  for (const act of log) {
    const key = inWords(act);
    left.set(key, (left.get(key) ?? 0) + 1);
    if (act.refusal !== null) found.other.push(`refused as ${act.refusal}: ${key}`);
  }
  for (const act of said) {
    const key = inWords(act);
    const count = left.get(key) ?? 0;
    if (count === 0) found.lost.push(key);
    else left.set(key, count - 1);
  }
  for (const [key, count] of left) for (let n = count; n > 0; n -= 1) found.doubled.push(key);
  const isSame = found.lost.length === 0 && found.doubled.length === 0;
  const asSaid = said.toSorted((a, b) => a.epoch - b.epoch).map(inWords);
  if (isSame && asSaid.join() !== log.map(inWords).join())
    found.other.push(`in another order: ${log.map(inWords).join(', ')}`);
  return found;
}

/** How many ms a clock may be off after a phone's date was set, or its page was reopened. */
const NEAR_MS = 6_000;

/**
 * Whether a clock that is `off` by so many ms after a blow broke a promise.
 * @param before how far off it was just before its date was set; null after any other blow
 * @param dateWasSet whether the date was set earlier in the sitting: a browser that starts after that, and doesn't hear the server, may
 * not know the right time, but a date that is set later must not change its clock
 */
export function isClockWrong(off: number, before: number | null, dateWasSet: boolean): boolean {
  if (Math.abs(off) <= NEAR_MS) return false;
  return before === null ? !dateWasSet : Math.abs(off - before) > NEAR_MS;
}

/** By how many ms programs ran later than they had asked to, which is the machine's fault. */
export interface Late {
  page: number;
  server: number;
  suite: number;
}

/** How long the page took to call everything received, once nothing stood in the way any more. */
export interface Recovery {
  after: Weather;
  ms: number;
  limitMs: number;
  late: Late;
}

/**
 * Whether the recovery took too long even without the machine's delays. All three are taken off, because each step of a recovery may
 * have waited for the machine, one after the other.
 */
export function isTooSlow({ ms, limitMs, late }: Recovery): boolean {
  return ms > limitMs + late.page + late.server + late.suite;
}

export function recoveryInWords({ after, ms, limitMs, late }: Recovery): string {
  const seconds = (n: number) => (n / 1_000).toFixed(1);
  return (
    `received ${seconds(ms)} s after ${after}, where ${seconds(limitMs)} s are promised; ` +
    `the machine was late by ${seconds(late.page)} s in the page, ${seconds(late.server)} in the server, ${seconds(late.suite)} in the suite`
  );
}

/** @returns those of `claimed`, all of one phone and in order, that the log lacks */
export function missing(claimed: readonly Act[], log: readonly LoggedAct[]): string[] {
  const own = log.filter(({ epoch }) => epoch === claimed[0]?.epoch).map(inWords);
  return claimed.map(inWords).filter((act, index) => own[index] !== act);
}
