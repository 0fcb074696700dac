// What the log of one sitting may hold, all its devices together, and how it is counted.
import { Problem } from '../../problem.ts';

/** Forty thousand acts of the longest ordinary kind; a busy candidate makes some 1,200 (decision 29). */
export const MOST_LOG_BYTES = 8_000_000;

/** The numbers of an event. */
export const EVENT_BYTES = 100;

type Texts = { qid?: string | null | undefined; answer?: string | null | undefined };

/** Of judged events: their texts are ASCII where they are kept. */
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
