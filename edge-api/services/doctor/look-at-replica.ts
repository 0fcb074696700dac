// Whether the standby for the office's lists is one of this database, and keeps up with it.
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#db/client.ts';
import { lookAtPrimary, lookAtStandby, lookingAt } from '#db/open-replica.ts';
import { codeOf, type Finding, fail, ok, warn } from './finding.ts';

const ABOUT = 'replica';
const ASKED_EVERY_MS = 100;
const PATIENCE_MS = 5_000;

/** @param patienceMs how long it may take to come to where the primary stands now */
export async function lookAtReplica(
  db: Database,
  { readUrl }: { readUrl: string },
  patienceMs = PATIENCE_MS,
): Promise<Finding[]> {
  const { ask, close } = lookingAt(readUrl);
  try {
    const primary = await lookAtPrimary((statement) => db.rows(statement, []));
    const began = performance.now();
    for (;;) {
      const { standby, position, system } = await lookAtStandby(ask);
      if (system !== primary.system)
        return [fail(ABOUT, 'DATABASE_READ_URL leads to another cluster than DATABASE_URL')];
      if (!standby || position === null)
        return [fail(ABOUT, 'DATABASE_READ_URL leads to no standby: it takes writes')];
      const took = performance.now() - began;
      if (position >= primary.position)
        return [ok(ABOUT, `follows the primary within ${Math.ceil(took / 100) / 10} s`)];
      if (took > patienceMs)
        return [warn(ABOUT, `is more than ${patienceMs / 1_000} s behind the primary`)];
      await pause(ASKED_EVERY_MS);
    }
  } catch (error) {
    return [warn(ABOUT, `can’t be asked (${codeOf(error)}): the primary answers lists`)];
  } finally {
    await close();
  }
}
