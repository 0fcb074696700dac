// Whose exam it is to watch: the administrator's every one, a proctor's those assigned, and of them the rooms assigned.
// Asked for each request anew, so that a right taken away is gone at once.
import { and, eq, isNull } from 'drizzle-orm';
import type { Caller } from '#api/services/auth/sessions.ts';
import type { Orm } from '#db/client.ts';
import { exams } from '#db/schema/exams.ts';
import { proctorExams } from '#db/schema/people.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';

type Watcher = Pick<Caller, 'uid' | 'role'>;

/** Which rooms of the exam; `all` also for candidates who have none. */
export type WatchedRooms = { all: true } | { all: false; rooms: readonly string[] };

/** @returns null when this exam isn't theirs, or isn't there; a deleted one is there where `orDeleted` says so */
export async function watchedRooms(
  orm: Orm,
  watcher: Watcher,
  examId: string,
  { orDeleted = false } = {},
): Promise<WatchedRooms | null> {
  const isThere = and(eq(exams.id, examId), orDeleted ? undefined : isNull(exams.hiddenAt));
  if (watcher.role === 'admin') {
    const [exam] = await orm.select({ id: exams.id }).from(exams).where(isThere);
    return exam ? { all: true } : null;
  }
  if (watcher.role !== 'proctor') return null;
  const [assigned] = await orm
    .select({ rooms: proctorExams.rooms })
    .from(proctorExams)
    .innerJoin(exams, and(eq(exams.id, proctorExams.examId), isThere))
    .where(eq(proctorExams.uid, watcher.uid));
  if (!assigned) return null;
  return assigned.rooms === null ? { all: true } : { all: false, rooms: assigned.rooms };
}

export function coversRoom(watched: WatchedRooms, room: string): boolean {
  return watched.all || watched.rooms.includes(room);
}

/**
 * Whether they may bring what was done in it, also when it was deleted since.
 * @param room also this room of it; an empty one is the whole exam, or a candidate without a room
 */
export async function mayBring(
  deps: Pick<Deps, 'db'>,
  watcher: Watcher,
  examId: string,
  room?: string,
): Promise<boolean> {
  const watched = await watchedRooms(deps.db.orm, watcher, examId, { orDeleted: true });
  return watched !== null && (room === undefined || coversRoom(watched, room));
}

/** @throws Problem forbidden, also for an exam that isn't there: who may not watch it learns nothing of it */
export async function requireWatch(
  orm: Orm,
  watcher: Watcher,
  examId: string,
): Promise<WatchedRooms> {
  const watched = await watchedRooms(orm, watcher, examId);
  if (!watched) throw new Problem(watcher.role === 'admin' ? 'not-found' : 'forbidden');
  return watched;
}
