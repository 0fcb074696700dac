// The roster for a cell: everyone who has paid and not sat, as a list of candidates that the cell's desk takes in unchanged.
// Passwords stay here (decision 87).
import * as z from 'zod/mini';
import {
  type CellSummary,
  ROSTER_PART,
  rosterColumns,
  rosterFileName,
} from '#contract/desk/cells.ts';
import type { ResultsLine } from '#contract/desk/results-file.ts';
import { sittingStates } from '#contract/wire/sync.ts';
import type { Database } from '#db/client.ts';
import { millis } from '#db/instants.ts';
import { type ExamRow, findExam } from '#db/queries/exams.ts';
import { inPieces } from '#db/queries/list-sql.ts';
import { scoredSections } from '#machines/sitting/scoring.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { inOnePiece, text, type Workbook } from '../workbook/stream-workbook.ts';
import { writeResults } from './results-file.ts';

/** SQL: the candidates who are to sit the exam $1. Blocked candidates, and people without a mobile number, are left out. */
const TO_SIT = `from enrolments n join users u on u.uid = n.uid
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
): Promise<Workbook> {
  const exam = await findExam(db.orm, examId);
  if (!exam) throw new Problem('not-found');
  const rows = rowsSchema.parse(await db.rows(PART, [examId, part]));
  return {
    fileName: rosterFileName(exam.name, part),
    sheet: { name: 'Candidates', columns: rosterColumns.map((head) => text(head, 24)) },
    rows: inOnePiece(
      rows.map(({ full_name, mobile, email, room, extra_percent, ...row }) => [
        ...[full_name, mobile, email ?? '', room, String(extra_percent)],
        ...[row.larger_text ? 'Yes' : '', row.reader ? 'Yes' : '', row.accommodation_note, row.uid],
      ]),
    ),
  };
}

// What a cell sends back: every whole score of an exam that was sat here, with its times and its receipt.

const PIECE = 500;

/** SQL: sittings with a whole score. If the exam takes documents, that means that they are marked. */
const WHOLE = `s.exam_id = $1 and s.cell is null and s.state <> 'open' and (x.format = 'MCQ' or r.documents is not null)`;
const FROM = `from sittings s join results r on r.sitting_id = s.id join exams x on x.id = s.exam_id`;

const summarySchema = z.tuple([
  z.object({
    toSit: z.int(),
    results: z.int(),
    underWay: z.int(),
    brought: z.array(z.object({ cell: z.string(), results: z.int(), madeAt: z.number() })),
  }),
]);
const SUMMARY = `select
  (select count(*)::int ${TO_SIT}) as "toSit",
  (select count(*)::int ${FROM} where ${WHOLE}) as results,
  (select count(*)::int from sittings where exam_id = $1 and state = 'open') as "underWay",
  (select coalesce(jsonb_agg(c order by c.cell), '[]') from (
    select cell, count(*)::int as results, ${millis('max(cell_said_at)')} as "madeAt"
    from sittings where exam_id = $1 and cell is not null group by cell) c) as brought`;

/** @throws Problem not-found */
export async function readCellSummary({ db }: Deps, examId: string): Promise<CellSummary> {
  await requireExam(db, examId);
  const [{ brought, ...counts }] = summarySchema.parse(await db.rows(SUMMARY, [examId]));
  return {
    ...counts,
    brought: brought.map((one) => ({ ...one, madeAt: new Date(one.madeAt).toISOString() })),
  };
}

/** @throws Problem not-found */
export async function requireExam(db: Database, examId: string): Promise<ExamRow> {
  const exam = await findExam(db.orm, examId);
  if (!exam) throw new Problem('not-found');
  return exam;
}

/** Each section's name and number of questions, which main site and cell compare. */
export function sectionCountsOf(exam: ExamRow): [string, number][] {
  return scoredSections(exam).map((name) => [
    name,
    exam.sections
      .filter(({ fieldType }) => fieldType === name)
      .reduce((sum, { fieldCount }) => sum + fieldCount, 0),
  ]);
}

/**
 * The results in one file, or one of several parts. A sitting's part depends on its id alone, so that parts made at
 * different times leave nobody out.
 * @throws Problem not-found
 */
export async function exportResults(
  { db, keys, now }: Deps,
  examId: string,
  { part, of }: { part: number; of: number },
): Promise<AsyncGenerator<Uint8Array<ArrayBuffer>>> {
  const exam = await requireExam(db, examId);
  const { underWay } = summarySchema.parse(await db.rows(SUMMARY, [examId]))[0];
  const head = {
    pariksha: 'results' as const,
    version: 1 as const,
    exam: exam.name,
    sections: sectionCountsOf(exam),
    madeAt: new Date(now()).toISOString(),
    underWay,
  };
  return writeResults(keys, head, readLines(db, examId, { part, of }));
}

const rowSchema = z.object({
  sitting: z.string(),
  uid: z.string(),
  started: z.number(),
  deadline: z.number(),
  closed: z.number(),
  state: z.enum(sittingStates),
  answered: z.int(),
  provisional: z.boolean(),
  sections: z.array(
    z.object({ name: z.string(), hundredths: z.int(), wrong: z.optional(z.int()) }),
  ),
  documents: z.nullable(z.int()),
  receipt: z.nullable(z.string()),
});
const LINES = `select s.id as sitting, s.uid, ${millis('s.started_at')} as started, ${millis('s.deadline_at')} as deadline,
    ${millis('coalesce(s.closed_at, s.deadline_at)')} as closed, s.state, coalesce(s.answered, 0) as answered, r.provisional, r.sections, r.documents,
    s.receipt->>'text' as receipt
  ${FROM} where ${WHOLE} and s.id > $2 and (hashtext(s.id)::bigint + 2147483648) % $4::bigint = $5::bigint - 1
  order by s.id limit $3::int`;

function readLines(db: Database, examId: string, { part, of }: { part: number; of: number }) {
  return inPieces<ResultsLine>(PIECE, async (last) => {
    const found = await db.rows(LINES, [examId, last?.sitting ?? '', PIECE, of, part]);
    return z
      .array(rowSchema)
      .parse(found)
      .map(({ sections, started, deadline, closed, ...row }) => ({
        ...row,
        started: Math.round(started),
        deadline: Math.round(deadline),
        closed: Math.round(closed),
        scores: sections.map(({ name, hundredths, wrong = null }) => [name, hundredths, wrong]),
      }));
  });
}
