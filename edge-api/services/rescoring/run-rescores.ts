// Carries rescores on, a bounded piece of work at a time, so that candidates are answered in between and the
// server can stop. Safe in any number of processes.
import { asc, eq, inArray } from 'drizzle-orm';
import { rescores } from '#db/schema/sittings.ts';
import type { Deps } from '../../deps.ts';
import { applyChanges } from './apply-changes.ts';
import { checkSittings } from './check-sittings.ts';

/** Two seconds or so. */
const MOST_PIECES = 20;

/** @returns how many pieces were done; 0 when nothing waits */
export async function runRescores(deps: Deps): Promise<number> {
  const due = await deps.db.orm
    .select({ id: rescores.id })
    .from(rescores)
    .where(inArray(rescores.state, ['checking', 'applying']))
    .orderBy(asc(rescores.askedAt));
  let pieces = 0;
  for (const { id } of due) {
    try {
      while (pieces < MOST_PIECES && (await carryOn(deps, id))) pieces += 1;
    } catch (error) {
      // The others are not to wait for the one that fails; it is tried again in the next round.
      deps.log.error({ err: error, rescoreId: id }, 'rescore not carried on');
    }
  }
  return pieces;
}

async function carryOn(deps: Deps, id: string): Promise<boolean> {
  const [rescore] = await deps.db.orm.select().from(rescores).where(eq(rescores.id, id));
  if (rescore?.state === 'checking') await checkSittings(deps, rescore);
  else if (rescore?.state === 'applying') await applyChanges(deps, rescore);
  else return false;
  return true;
}
