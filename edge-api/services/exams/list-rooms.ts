// Who sits in which room, as the office prints it for the doors: room by room, by name, with room for a signature.
import * as z from 'zod/mini';
import type { Deps } from '#api/deps.ts';
import { Problem } from '#api/problem.ts';
import {
  text,
  toRows,
  type WorkbookRows,
  type WorkbookSheet,
} from '#api/services/workbook/stream-workbook.ts';
import { type ExamRoom, examRoomsSchema, roomsFileName } from '#contract/desk/participants.ts';
import type { Database } from '#db/client.ts';
import { findExam } from '#db/queries/exams.ts';
import { byText } from '#db/queries/list-sql.ts';

const sheet: WorkbookSheet = {
  name: 'Rooms',
  columns: [
    text('Room', 16),
    text('Name', 30),
    text('UID', 10),
    text('Mobile', 14),
    text('Extra time %', 12),
    text('Larger text', 12),
    text('Reader', 8),
    text('Note', 30),
    text('Signature', 30),
  ],
};

/** Where those sit who have paid for an exam; without those who have no room yet. @throws Problem not-found */
export async function listRooms({ db }: Pick<Deps, 'db'>, examId: string): Promise<ExamRoom[]> {
  if (!(await findExam(db.orm, examId))) throw new Problem('not-found');
  return examRoomsSchema.parse(
    await db.rows(
      `select room, count(*)::int as candidates from enrolments
       where exam_id = $1 and status <> 'Registered' and room <> '' group by room order by room`,
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

/** Everyone who has paid for the exam and may sign in; who has no room yet comes last. @throws Problem not-found */
export async function exportRooms(
  { db }: Pick<Deps, 'db'>,
  examId: string,
): Promise<{ fileName: string; sheet: WorkbookSheet; rows: WorkbookRows }> {
  const exam = await findExam(db.orm, examId);
  if (!exam) throw new Problem('not-found');
  const rows = toRows(readRooms(db, examId), (row) => [
    ...[row.room, row.full_name, row.uid, row.mobile ?? ''],
    row.extra_percent === 0 ? '' : String(row.extra_percent),
    row.larger_text ? 'Yes' : '',
    row.reader ? 'Yes' : '',
    row.accommodation_note,
    '',
  ]);
  return { fileName: roomsFileName(exam.name), sheet, rows };
}

const PIECE = 500;

/** Sorted once; the rows follow a piece at a time. */
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
