// What a proctor reads of the hall: the exams they watch over, and of an exam's board as much as they watch over.
import { and, desc, eq, exists, gt, isNull, lt, ne, or } from 'drizzle-orm';
import type { Caller } from '#api/services/auth/sessions.ts';
import type { HeldSitting } from '#contract/desk/live.ts';
import type { WatchedExam } from '#contract/desk/staff.ts';
import type { Board, BoardRow } from '#contract/hall/board.ts';
import type { Photo } from '#contract/site/photo.ts';
import { readBoardRows } from '#db/queries/board.ts';
import { findHeldOf } from '#db/queries/held.ts';
import { exams } from '#db/schema/exams.ts';
import { enrolments } from '#db/schema/people.ts';
import { sittings } from '#db/schema/sittings.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { readPhotoOf } from '../account/own-photo.ts';
import { toHeld } from '../sittings/held.ts';
import { listAssigned, toWatchedExam } from '../staff/assign-exam.ts';
import { coversRoom, requireWatch } from '../staff/may-watch.ts';
import { extraTimeKeyOf } from './extra-time-key.ts';
import { seatsFor } from './seats.ts';

// The exams somebody may watch over now: a proctor's are assigned; the administrator sees what is near or under way.

const DAY_MS = 24 * 60 * 60_000;

export async function listWatched(deps: Deps, caller: Caller): Promise<WatchedExam[]> {
  const { orm } = deps.db;
  if (caller.role !== 'admin') return listAssigned(orm, caller.uid);
  const now = deps.now();
  const underWay = orm
    .select({ id: sittings.id })
    .from(sittings)
    .where(and(eq(sittings.examId, exams.id), eq(sittings.state, 'open')));
  const isNear = and(
    eq(exams.status, 'Active'),
    gt(exams.startsAt, new Date(now - DAY_MS)),
    lt(exams.startsAt, new Date(now + DAY_MS)),
  );
  const rows = await orm
    .select()
    .from(exams)
    .where(and(isNull(exams.hiddenAt), or(isNear, exists(underWay))))
    .orderBy(desc(exams.startsAt), desc(exams.id));
  return rows.map((exam) => toWatchedExam(exam, null));
}

/** @throws Problem forbidden, not-found */
export async function readBoard(deps: Deps, caller: Caller, examId: string): Promise<Board> {
  const watched = await requireWatch(deps.db.orm, caller, examId);
  const rooms = watched.all ? null : [...watched.rooms];
  return {
    now: new Date(deps.now()).toISOString(),
    exam: await readHallExam(deps, examId, rooms),
    rows: await readRows(deps, examId, rooms),
  };
}

/** @param rooms that its reader watches over. @throws Problem not-found */
export async function readHallExam(
  deps: Deps,
  examId: string,
  rooms: string[] | null,
): Promise<WatchedExam> {
  const [exam] = await deps.db.orm.select().from(exams).where(eq(exams.id, examId));
  if (!exam) throw new Problem('not-found');
  return toWatchedExam(exam, rooms);
}

// Rows of a board: as they are stored, and what a proctor needs without a network.

/** By name. @param rooms only these; null for all. @param ids only these; null for everyone */
export async function readRows(
  deps: Pick<Deps, 'db' | 'keys'>,
  examId: string,
  rooms: readonly string[] | null,
  ids: readonly string[] | null = null,
): Promise<BoardRow[]> {
  const rows = await readBoardRows(deps.db, examId, rooms, ids);
  return rows.map((row) => ({ ...row, codeKey: extraTimeKeyOf(deps, row.id) }));
}

// One candidate's late work with the evidence, for a proctor who watches over them. No scores.

/** @throws Problem forbidden, not-found: nothing of theirs waits */
export async function readHeldOf(
  deps: Deps,
  caller: Caller,
  { exam, row }: { exam: string; row: string },
): Promise<HeldSitting> {
  const watched = await requireWatch(deps.db.orm, caller, exam);
  const seats = await seatsFor(deps.db, exam, { row }, watched);
  if (typeof seats === 'string') throw new Problem('forbidden', { sentence: seats });
  const [held] = await toHeld(deps, await findHeldOf(deps.db, row));
  if (!held) throw new Problem('not-found');
  return held;
}

// A candidate's photograph for whoever watches over their room, to be compared with who stands at the door.

/** @param row the enrolment's id. @throws Problem forbidden, not-found: also where it is another room's */
export async function readPhoto(
  deps: Deps,
  caller: Caller,
  { exam, row }: { exam: string; row: string },
): Promise<Photo> {
  const watched = await requireWatch(deps.db.orm, caller, exam);
  const [seat] = await deps.db.orm
    .select({ uid: enrolments.uid, room: enrolments.room })
    .from(enrolments)
    .where(
      and(eq(enrolments.id, row), eq(enrolments.examId, exam), ne(enrolments.status, 'Registered')),
    );
  const photo = seat && coversRoom(watched, seat.room) ? await readPhotoOf(deps, seat.uid) : null;
  if (!photo) throw new Problem('not-found');
  return photo;
}
