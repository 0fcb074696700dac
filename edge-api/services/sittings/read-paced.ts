// Reads a whole sitting for a candidate's own request. A log of forty thousand events keeps the server busy for a third of a second, and a
// candidate may ask as often as they like, so this process limits what reading one sitting's log may cost. An ordinary log is a
// hundredth of that and never reaches the limit.
import type { Database } from '#db/client.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { readWhole, type WholeSitting } from './read-sitting.ts';

/** Bytes of log that may be read at once; five times the longest log. */
const BURST = 40_000_000;
const A_SECOND = 1_000_000;
/**
 * Bytes that a log is assumed to have at least while it is being read. Further requests may come at the same moment, before anybody knows
 * how long the log is. Eighty of them fit.
 */
const UNKNOWN = 500_000;
/** Beyond this all budgets are forgotten; a forgotten budget starts full again. */
const MOST_KEPT = 50_000;

type Budget = { left: number; at: number; last: number };
const kept = new WeakMap<Database, Map<string, Budget>>();

function budgetOf(db: Database, key: string, now: number): Budget {
  let budgets = kept.get(db);
  if (!budgets || budgets.size > MOST_KEPT) {
    budgets = new Map();
    kept.set(db, budgets);
  }
  const budget = budgets.get(key) ?? { left: BURST, at: now, last: UNKNOWN };
  budgets.set(key, budget);
  budget.left = Math.min(BURST, budget.left + (Math.max(0, now - budget.at) / 1_000) * A_SECOND);
  budget.at = now;
  return budget;
}

const keyOf = (uid: string, examId: string) => `${uid} ${examId}`;

/** @throws Problem throttled */
export async function readPaced(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  which: Parameters<typeof readWhole>[1],
): Promise<WholeSitting | null> {
  const key = 'sittingId' in which ? which.sittingId : keyOf(which.uid, which.examId);
  const budget = budgetOf(db, key, now());
  const { last } = budget;
  if (budget.left < last)
    throw new Problem('throttled', {
      retryAfter: Math.max(1, Math.ceil((last - budget.left) / A_SECOND)),
    });
  budget.left -= last;
  const sitting = await readWhole(db, which).catch((error: unknown) => {
    budget.left += last; // nothing was read
    throw error;
  });
  const cost = sitting?.log_bytes ?? 0;
  budget.left += last - cost;
  budget.last = Math.max(UNKNOWN, cost);
  if (sitting) {
    // A sitting is asked for by its id or by candidate and exam; both keys share one budget.
    kept.get(db)?.set(sitting.id, budget).set(keyOf(sitting.uid, sitting.exam_id), budget);
  }
  return sitting;
}
