// What pages outside the desk ask of its disk: one module, fetched only when a proctor signs out.
import { hasDatabase } from '#web/shared/has-database.ts';
import { HALL_DB, hallDb } from '../local-db/hall-db.ts';
import { forgetBoards } from '../local-db/kept-board.ts';
import { waitingOf } from '../local-db/queue.ts';

/** Why this person can't sign out now; null when they can. */
export async function reasonToStayInHall(uid: string): Promise<string | null> {
  if (!(await hasDatabase(HALL_DB))) return null;
  const { length } = await waitingOf(hallDb, uid);
  if (length === 0) return null;
  const acts = length === 1 ? '1 act of yours has' : `${length} acts of yours have`;
  return `${acts} not reached the exam server yet. Please connect to a network and wait until nothing waits on this phone, then sign out.`;
}

/** Once the session has ended, so that nothing is written after it: whoever comes next finds nobody’s names. */
export async function leaveHall(): Promise<void> {
  if (await hasDatabase(HALL_DB)) await forgetBoards(hallDb, null);
}
