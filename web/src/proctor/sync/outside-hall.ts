// What pages outside the desk ask of its disk: one module, fetched only where there is one.
import { HALL_DB, hasDatabase } from '#web/shared/has-database.ts';
import { paths } from '#web/shared/paths.ts';
import { readUser } from '#web/shared/session.ts';
import { hallDb } from '../local-db/hall-db.ts';
import { forgetBoards } from '../local-db/kept-board.ts';
import { dropPhotos } from '../local-db/kept-photos.ts';
import { waitingOf } from '../local-db/queue.ts';

/** Why this person can't sign out now; null when they can. Not being able to look is a reason too: there may be acts. */
export async function reasonToStayInHall(uid: string): Promise<string | null> {
  if (!(await hasDatabase(HALL_DB))) return null;
  const waiting = await waitingOf(hallDb, uid).catch(console.error);
  if (!waiting)
    return 'We couldn’t check whether this phone still has actions to send. Please try again.';
  const { length } = waiting;
  if (length === 0) return null;
  const acts = length === 1 ? '1 action of yours has' : `${length} actions of yours have`;
  return `${acts} not reached the exam server yet. Please go online and wait until everything on this phone has been sent, then log out.`;
}

/** The installed app opens at the front page, as its one manifest says: a proctor's is the desk. */
export function leadToDesk(): void {
  const isInstalled = matchMedia('(display-mode: standalone)').matches;
  if (isInstalled && location.pathname === paths.home && readUser()?.role === 'proctor')
    location.replace(paths.proctor);
}

/** Anyone who comes next finds nobody’s names but their own. */
export const forgetOthers = (): Promise<void> => forgetBoards(hallDb, readUser()?.uid ?? null);

/** Of a session that is over for the server. */
export const erasePhotos = (): Promise<void> => dropPhotos(hallDb);
