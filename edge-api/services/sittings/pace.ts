// How fast one session may bring in events and submissions: a bucket for each, in this process alone. A hall that
// reconnects all at once is ten thousand sessions with a push or two each; a hand that saves without a rest makes two a
// second; the phone itself sends one at a time. By session and not by sitting, so that nobody uses up another's.
import type { Database } from '#db/client.ts';
import { Problem } from '../../problem.ts';

/** So many at once, after which a session must wait. */
const BURST = 600;
const A_SECOND = 5;
/** Past that all are forgotten; a forgotten bucket is a full one. */
const MOST_KEPT = 50_000;

type Bucket = { left: number; at: number };
const kept = new WeakMap<Database, Map<string, Bucket>>();

/** @throws Problem throttled */
export function keepPace(db: Database, session: string, now: number): void {
  let buckets = kept.get(db);
  if (!buckets || buckets.size > MOST_KEPT) {
    buckets = new Map();
    kept.set(db, buckets);
  }
  const { left, at } = buckets.get(session) ?? { left: BURST, at: now };
  const filled = Math.min(BURST, left + (Math.max(0, now - at) / 1_000) * A_SECOND);
  if (filled < 1) throw new Problem('throttled', { retryAfter: 1 });
  buckets.set(session, { left: filled - 1, at: now });
}
