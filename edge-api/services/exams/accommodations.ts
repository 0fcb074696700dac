// A candidate's room and accommodations. Extra time agreed beforehand applies when the exam starts, and immediately for
// candidates already sitting.
import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray, ne } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Deps } from '#api/deps.ts';
import { Problem } from '#api/problem.ts';
import { recordAudit } from '#api/services/audit/record-audit.ts';
import { applyTime } from '#api/services/hall/apply-time.ts';
import { askToLook, noteRow } from '#api/services/hall/changes.ts';
import {
  type ListColumns,
  listSheet,
  text,
  type Workbook,
} from '#api/services/workbook/stream-workbook.ts';
import type { ActivityAction } from '#contract/desk/activity.ts';
import {
  type Accommodations,
  type AccommodationsChange,
  type ExamRoom,
  examRoomsSchema,
  roomsFileName,
  type SeatMany,
} from '#contract/desk/participants.ts';
import type { Database } from '#db/client.ts';
import { findExam } from '#db/queries/exams.ts';
import { byText } from '#db/queries/list-sql.ts';
import { enrolments } from '#db/schema/people.ts';
import { auditLog } from '#db/schema/records.ts';
import { sittings } from '#db/schema/sittings.ts';

/** @throws Problem not-found when the candidate isn't enrolled in this exam; changed-meanwhile */
export async function changeAccommodations(
  deps: Deps,
  actor: string,
  { examId, uid }: { examId: string; uid: string },
  { seen, ...hall }: AccommodationsChange,
): Promise<Accommodations> {
  const { room, extraPercent, largerText, reader, note } = hall;
  const enrolmentId = await deps.db.transaction(async (tx) => {
    const [before] = await tx
      .select()
      .from(enrolments)
      .where(and(eq(enrolments.examId, examId), eq(enrolments.uid, uid)))
      .for('update');
    if (!before) throw new Problem('not-found');
    if (seen && !isDeepStrictEqual(seen, agreedIn(before))) throw new Problem('changed-meanwhile');
    await tx
      .update(enrolments)
      .set({ room, extraPercent, largerText, reader, accommodationNote: note })
      .where(eq(enrolments.id, before.id));
    // The note may mention somebody's health, so it stays out of a log that is kept for good.
    await recordAudit(tx, deps.now(), {
      actor,
      action: 'enrolment.accommodated',
      subject: uid,
      detail: { exam: examId, room, extraPercent, largerText, reader },
    });
    return before.id;
  });
  const [sitting] = await deps.db.orm
    .select({ id: sittings.id })
    .from(sittings)
    .where(eq(sittings.enrolmentId, enrolmentId));
  if (sitting) {
    await applyTime(deps, [sitting.id]);
    askToLook(deps.db, [sitting.id]);
  }
  noteRow(deps.db, { exam_id: examId, enrolment_id: enrolmentId });
  return hall;
}

function agreedIn(enrolment: typeof enrolments.$inferSelect): Accommodations {
  const { room, extraPercent, largerText, reader, accommodationNote: note } = enrolment;
  return { room, extraPercent, largerText, reader, note };
}

// Assigns a room to many candidates of an exam: to all of them or to none.

/** @throws Problem not-found when any of the candidates isn't enrolled in this exam */
export async function seatMany(
  deps: Deps,
  actor: string,
  examId: string,
  { uids, room, reason }: SeatMany,
): Promise<{ changed: number }> {
  const wanted = new Set(uids.map((uid) => uid.toUpperCase()));
  const theirs = and(eq(enrolments.examId, examId), inArray(enrolments.uid, [...wanted]));
  const changed = await deps.db.transaction(async (tx) => {
    const found = await tx.select({ uid: enrolments.uid }).from(enrolments).where(theirs);
    if (found.length < wanted.size)
      throw new Problem('not-found', {
        sentence: `${wanted.size - found.length} of these candidates are no longer in this exam. Nothing was changed. Please reload the list.`,
      });
    const moved = await tx
      .update(enrolments)
      .set({ room })
      .where(and(theirs, ne(enrolments.room, room)))
      .returning({ id: enrolments.id, uid: enrolments.uid });
    if (moved.length > 0)
      await tx.insert(auditLog).values(
        moved.map(({ uid }) => ({
          at: new Date(deps.now()),
          actor,
          action: 'enrolment.accommodated' satisfies ActivityAction,
          subject: uid,
          detail: { exam: examId, room, reason },
        })),
      );
    return moved;
  });
  for (const { id } of changed) noteRow(deps.db, { exam_id: examId, enrolment_id: id });
  return { changed: changed.length };
}

// The room list that the office prints for the doors: by room, then by name, with space for a signature.

/** The rooms of candidates who have paid for the exam; those without a room come first, as one entry. @throws Problem not-found */
export async function listRooms({ db }: Pick<Deps, 'db'>, examId: string): Promise<ExamRoom[]> {
  if (!(await findExam(db.orm, examId))) throw new Problem('not-found');
  return examRoomsSchema.parse(
    await db.rows(
      `select room, count(*)::int as candidates from enrolments
       where exam_id = $1 and status <> 'Registered' group by room order by room`,
      [examId],
    ),
  );
}

const idsSchema = z.array(z.object({ id: z.string() }));
const rowsSchema = z.array(
  z.object({
    room: z.string(),
    full_name: z.string(),
    uid: z.string(),
    mobile: z.nullable(z.string()),
    extra_percent: z.int(),
    larger_text: z.boolean(),
    reader: z.boolean(),
    accommodation_note: z.string(),
  }),
);

const columns: ListColumns<z.output<typeof rowsSchema>[number]> = [
  [text('Room', 16), ({ room }) => room],
  [text('Name', 30), ({ full_name }) => full_name],
  [text('UID', 10), ({ uid }) => uid],
  [text('Mobile', 14), ({ mobile }) => mobile ?? ''],
  [
    text('Extra time %', 12),
    ({ extra_percent }) => (extra_percent === 0 ? '' : String(extra_percent)),
  ],
  [text('Larger text', 12), ({ larger_text }) => (larger_text ? 'Yes' : '')],
  [text('Reader', 8), ({ reader }) => (reader ? 'Yes' : '')],
  [text('Note', 30), ({ accommodation_note }) => accommodation_note],
  [text('Signature', 30), () => ''],
];

/** Everyone who has paid for the exam and may sign in; candidates without a room come last. @throws Problem not-found */
export async function exportRooms({ db }: Pick<Deps, 'db'>, examId: string): Promise<Workbook> {
  const exam = await findExam(db.orm, examId);
  if (!exam) throw new Problem('not-found');
  return {
    fileName: roomsFileName(exam.name),
    ...listSheet('Rooms', columns, readRooms(db, examId)),
  };
}

const PIECE = 500;

/** Sorts the ids once, then reads the rows piece by piece. */
async function* readRooms(db: Database, examId: string) {
  const ids = idsSchema.parse(
    await db.rows(
      `select n.id from enrolments n join users u on u.uid = n.uid
       where n.exam_id = $1 and n.status <> 'Registered' and u.blocked_at is null and u.deleted_at is null
       order by n.room = '', n.room, ${byText('u.full_name')}, n.id`,
      [examId],
    ),
  );
  for (let at = 0; at < ids.length; at += PIECE)
    yield rowsSchema.parse(
      await db.rows(
        `select n.room, u.full_name, u.uid, u.mobile, n.extra_percent, n.larger_text, n.reader, n.accommodation_note
         from jsonb_array_elements_text($1::text::jsonb) with ordinality as wanted(id, place)
         join enrolments n on n.id = wanted.id join users u on u.uid = n.uid order by wanted.place`,
        [JSON.stringify(ids.slice(at, at + PIECE).map(({ id }) => id))],
      ),
    );
}
