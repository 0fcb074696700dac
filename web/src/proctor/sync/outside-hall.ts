// What pages outside the proctor's desk need from its database, in one module. Pages fetch it only where that database
// exists.
import { HALL_DB, hasDatabase } from '#web/shared/has-database.ts';
import { paths } from '#web/shared/paths.ts';
import { readUser } from '#web/shared/session.ts';
import { hallDb } from '../local-db/hall-db.ts';
import { forgetBoards } from '../local-db/kept-board.ts';
import { dropPhotos } from '../local-db/kept-photos.ts';
import { waitingOf } from '../local-db/queue.ts';

/**
 * Why this user can't sign out now; null when they can.
 * @throws when the database can't be read; that is a reason, too, because acts may wait in it
 */
export async function reasonToStayInHall(uid: string): Promise<string | null> {
  if (!(await hasDatabase(HALL_DB))) return null;
  const { length } = await waitingOf(hallDb, uid);
  if (length === 0) return null;
  const acts = length === 1 ? '1 action on this phone has' : `${length} actions on this phone have`;
  return `${acts} not reached the exam server yet. Please go online and wait until everything on this phone has been sent, then log out.`;
}

/**
 * Leads a proctor from the front page to the desk. The installed app opens at the front page for everyone, because the
 * site has one manifest.
 */
export function leadToDesk(): void {
  const isInstalled = matchMedia('(display-mode: standalone)').matches;
  if (isInstalled && location.pathname === paths.home && readUser()?.role === 'proctor')
    location.replace(paths.proctor);
}

/** Erases everyone else's boards, so that the next user of this phone finds no names from them. */
export const forgetOthers = (): Promise<void> => forgetBoards(hallDb, readUser()?.uid ?? null);

/** Called when the server has ended the session. */
export const erasePhotos = (): Promise<void> => dropPhotos(hallDb);
