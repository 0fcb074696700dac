// Which exams a proctor watches. Exams are added and removed one by one, so that two administrators at once don't undo each other's
// changes. A repeated request changes nothing.
import { isDeepStrictEqual } from 'node:util';
import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Caller } from '#api/services/auth/sessions.ts';
import type { WatchedExam, WatchedRoomsChange } from '#contract/desk/staff.ts';
import type { Orm } from '#db/client.ts';
import { exams } from '#db/schema/exams.ts';
import { proctorExams, users } from '#db/schema/people.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { noteRights } from '../hall/changes.ts';

/** Newest start first, without deleted exams. */
export async function listAssigned(orm: Orm, uid: string): Promise<WatchedExam[]> {
  const rows = await orm
    .select({ exam: exams, rooms: proctorExams.rooms })
    .from(proctorExams)
    .innerJoin(exams, and(eq(exams.id, proctorExams.examId), isNull(exams.hiddenAt)))
    .where(eq(proctorExams.uid, uid))
    .orderBy(desc(exams.startsAt), desc(exams.id));
  return rows.map(({ exam, rooms }) => toWatchedExam(exam, rooms));
}

export function toWatchedExam(
  exam: typeof exams.$inferSelect,
  rooms: string[] | null,
): WatchedExam {
  return {
    _id: exam.id,
    name: exam.name,
    startDate: exam.startsAt.toISOString(),
    duration: exam.durationMinutes,
    format: exam.format,
    status: exam.status,
    start: exam.start,
    rooms,
  };
}

/** @throws Problem not-found */
export async function readAssigned(orm: Orm, uid: string): Promise<WatchedExam[]> {
  await requireProctor(orm, uid);
  return listAssigned(orm, uid);
}

/** @throws Problem not-found when the proctor or the exam doesn't exist */
export async function assignExam(
  deps: Deps,
  actor: string,
  uid: string,
  examId: string,
): Promise<WatchedExam[]> {
  return deps.db.transaction(async (tx) => {
    await requireProctor(tx, uid);
    const [exam] = await tx
      .select({ name: exams.name })
      .from(exams)
      .where(and(eq(exams.id, examId), isNull(exams.hiddenAt)));
    if (!exam) throw new Problem('not-found');
    const added = await tx
      .insert(proctorExams)
      .values({ uid, examId, assignedAt: new Date(deps.now()) })
      .onConflictDoNothing()
      .returning({ uid: proctorExams.uid });
    if (added.length > 0) {
      await recordAudit(tx, deps.now(), {
        actor,
        action: 'proctor.exam-assigned',
        subject: uid,
        detail: { exam: examId, name: exam.name },
      });
    }
    return listAssigned(tx, uid);
  });
}

/** @throws Problem not-found */
export async function unassignExam(
  deps: Deps,
  actor: string,
  uid: string,
  examId: string,
): Promise<WatchedExam[]> {
  const assigned = await deps.db.transaction(async (tx) => {
    await requireProctor(tx, uid);
    const removed = await tx
      .delete(proctorExams)
      .where(and(eq(proctorExams.uid, uid), eq(proctorExams.examId, examId)))
      .returning({ uid: proctorExams.uid });
    if (removed.length > 0) {
      const [exam] = await tx.select({ name: exams.name }).from(exams).where(eq(exams.id, examId));
      await recordAudit(tx, deps.now(), {
        actor,
        action: 'proctor.exam-removed',
        subject: uid,
        detail: { exam: examId, name: exam?.name ?? '' },
      });
    }
    return listAssigned(tx, uid);
  });
  noteRights(deps.db, uid);
  return assigned;
}

/** @throws Problem not-found when the proctor doesn't exist or the exam isn't assigned to them; changed-meanwhile */
export async function assignRooms(
  deps: Deps,
  actor: string,
  uid: string,
  examId: string,
  { rooms, seen }: WatchedRoomsChange,
): Promise<WatchedExam[]> {
  const assigned = await deps.db.transaction(async (tx) => {
    await requireProctor(tx, uid);
    const ofThis = and(eq(proctorExams.uid, uid), eq(proctorExams.examId, examId));
    const [before] = await tx.select().from(proctorExams).where(ofThis).for('update');
    if (!before) throw new Problem('not-found');
    if (seen !== undefined && !isDeepStrictEqual(seen, before.rooms))
      throw new Problem('changed-meanwhile');
    const named = rooms && [...new Set(rooms)].sort();
    await tx.update(proctorExams).set({ rooms: named }).where(ofThis);
    await recordAudit(tx, deps.now(), {
      actor,
      action: 'proctor.rooms-assigned',
      subject: uid,
      detail: { exam: examId, rooms: named ?? 'all' },
    });
    return listAssigned(tx, uid);
  });
  noteRights(deps.db, uid);
  return assigned;
}

async function requireProctor(orm: Orm, uid: string): Promise<void> {
  const [found] = await orm
    .select({ uid: users.uid })
    .from(users)
    .where(and(eq(users.uid, uid), eq(users.role, 'proctor')));
  if (!found) throw new Problem('not-found');
}

// Who may watch an exam: an administrator every exam, a proctor the assigned exams and rooms. Checked at each request, so that a right that
// was taken away ends immediately.

type Watcher = Pick<Caller, 'uid' | 'role'>;

/** The rooms that a person watches; `all` includes candidates without a room. */
export type WatchedRooms = { all: true } | { all: false; rooms: readonly string[] };

/** @returns null when the exam doesn't exist or isn't theirs; with `orDeleted`, a deleted exam still exists */
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
 * Whether the person may bring work done in this exam, also when the exam was deleted since.
 * @param room checks this room as well; an empty one means the whole exam, or a candidate without a room
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

/** @throws Problem not-found for an administrator; forbidden for others, also when the exam doesn't exist, so that they learn nothing about it */
export async function requireWatch(
  orm: Orm,
  watcher: Watcher,
  examId: string,
): Promise<WatchedRooms> {
  const watched = await watchedRooms(orm, watcher, examId);
  if (!watched) throw new Problem(watcher.role === 'admin' ? 'not-found' : 'forbidden');
  return watched;
}
