// Who goes over to a cell: everyone who has paid and not sat, as a list of candidates that its desk takes in as it is. Passwords
// stay here (decision 87).
import * as z from 'zod/mini';
import { ROSTER_PART, rosterColumns, rosterFileName } from '#contract/desk/cells.ts';
import { findExam } from '#db/queries/exams.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import {
  text,
  type WorkbookCell,
  type WorkbookRows,
  type WorkbookSheet,
} from '../workbook/stream-workbook.ts';

/** Of the exam $1; who is blocked doesn't sit. */
export const TO_SIT = `from enrolments n join users u on u.uid = n.uid
  where n.exam_id = $1 and n.status = 'Fees Paid' and u.blocked_at is null and u.mobile is not null
    and not exists (select from sittings s where s.enrolment_id = n.id)`;

const rowsSchema = z.array(
  z.object({
    full_name: z.string(),
    mobile: z.string(),
    email: z.nullable(z.string()),
    room: z.string(),
    extra_percent: z.int(),
    larger_text: z.boolean(),
    reader: z.boolean(),
    accommodation_note: z.string(),
    uid: z.string(),
  }),
);
const PART = `select u.full_name, u.mobile, u.email, n.room, n.extra_percent, n.larger_text, n.reader, n.accommodation_note, u.uid
  ${TO_SIT} order by n.created_at, n.id limit ${ROSTER_PART} offset ($2::int - 1) * ${ROSTER_PART}`;

/** @throws Problem not-found */
export async function exportRoster(
  { db }: Pick<Deps, 'db'>,
  examId: string,
  part: number,
): Promise<{ fileName: string; sheet: WorkbookSheet; rows: WorkbookRows }> {
  const exam = await findExam(db.orm, examId);
  if (!exam) throw new Problem('not-found');
  const rows = rowsSchema.parse(await db.rows(PART, [examId, part]));
  return {
    fileName: rosterFileName(exam.name, part),
    sheet: { name: 'Candidates', columns: rosterColumns.map((head) => text(head, 24)) },
    rows: inOne(
      rows.map(({ full_name, mobile, email, room, extra_percent, ...row }) => [
        ...[full_name, mobile, email ?? '', room, String(extra_percent)],
        ...[row.larger_text ? 'Yes' : '', row.reader ? 'Yes' : '', row.accommodation_note, row.uid],
      ]),
    ),
  };
}

async function* inOne(rows: WorkbookCell[][]): WorkbookRows {
  yield rows;
}
