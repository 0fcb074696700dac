// How much the log of one sitting may hold, over all its devices, and how that is counted.
import { Problem } from '../../problem.ts';

/** Room for forty thousand events of the longest ordinary kind; a busy candidate makes about 1,200 (decision 29). */
export const MOST_LOG_BYTES = 8_000_000;

/** Counted for the numbers of one event. */
export const EVENT_BYTES = 100;

type Texts = { qid?: string | null | undefined; answer?: string | null | undefined };

/** Counts judged events, whose texts are stored as ASCII. */
export function logBytes(events: readonly Texts[]): number {
  return events.reduce(
    (sum, { qid, answer }) => sum + EVENT_BYTES + (qid?.length ?? 0) + (answer?.length ?? 0),
    0,
  );
}

export function fitsLog(sitting: { log_bytes: number }, events: readonly Texts[]): boolean {
  return sitting.log_bytes + logBytes(events) <= MOST_LOG_BYTES;
}

export const fullLog = () =>
  new Problem('too-large', {
    sentence: 'This phone made more changes than the exam server can store.',
  });
