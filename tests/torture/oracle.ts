/**
 * What was promised, and whether it was kept. Each act that the screen called saved is noted here; the server's log is
 * compared with that list act by act, so that nothing can be missing and nothing there twice.
 */
import type { Weather } from './weather.ts';

/** What a candidate does to an answer. */
export interface Act {
  /** Which of the candidate's phones: its turn at the sitting. */
  epoch: number;
  type: 'answered' | 'cleared' | 'marked';
  qid: string;
  /** Option name; empty where there is none. */
  answer: string;
}

export interface LoggedAct extends Act {
  refusal: string | null;
}

export interface Findings extends Record<Promised, string[]> {
  /** Called saved, and not in the log at the end. */
  lost: string[];
  /** More often in the log than done. */
  doubled: string[];
  /** Called received by the server while it was not in the log. */
  early: string[];
  /** The clock showed a wrong time. */
  clock: string[];
  /** The result isn't what was chosen on the screen. */
  result: string[];
  /** Received later after a fault than the product promises. */
  slow: string[];
  /** All else that was not as it should be. */
  other: string[];
}

/** By what was promised. */
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

/** Where a clock may stand after a phone's date was set, or its page reopened. */
const NEAR_MS = 6_000;

/**
 * Whether a clock that is `off` by so many ms after a blow broke a promise.
 * @param before how far off it was just before its date was set; null after any other blow
 * @param dateWasSet earlier in the sitting: a browser that starts then and hears nobody may know the time no better,
 *   and a date set later is no better reason for it to change
 */
export function isClockWrong(off: number, before: number | null, dateWasSet: boolean): boolean {
  if (Math.abs(off) <= NEAR_MS) return false;
  return before === null ? !dateWasSet : Math.abs(off - before) > NEAR_MS;
}

/** By how much programs ran later than they had asked for, ms: what the machine owes. */
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

/** What the product took at least: each step of a recovery may have waited for the machine, one after the other. */
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
