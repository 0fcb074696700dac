// Reads a sitting whole for a candidate's own request. A log of forty thousand acts keeps the server busy for a third of a second,
// and a candidate may ask as often as they like: so what one sitting's logs cost is bounded, in this process alone. An ordinary
// log is a hundredth of it and never meets the bound.
import type { Database } from '#db/client.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { readWhole, type WholeSitting } from './read-sitting.ts';

/** So many bytes of a log at once; ten times the longest log. */
const BURST = 40_000_000;
const A_SECOND = 1_000_000;
/**
 * The least that a log is taken for while it is being read: more may ask at the same moment, before anybody knows how long
 * it is. Eighty such questions fit.
 */
const UNKNOWN = 500_000;
/** Past that all are forgotten; a forgotten budget is a full one. */
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
  const sitting = await readWhole(db, which);
  const cost = sitting?.log_bytes ?? 0;
  budget.left += last - cost;
  budget.last = Math.max(UNKNOWN, cost);
  if (sitting) {
    // It is asked for by either, and has one budget.
    kept.get(db)?.set(sitting.id, budget).set(keyOf(sitting.uid, sitting.exam_id), budget);
  }
  return sitting;
}
