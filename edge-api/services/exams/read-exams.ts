// Who sees which exam. The administrator sees all, including archived and deleted ones on request. Anyone sees the Active exams and
// those with a result PDF. A candidate also sees their own exams, so that the screen can explain an Inactive one.

import { randomInt } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { Problem } from '#api/problem.ts';
import type { Caller } from '#api/services/auth/sessions.ts';
import { publicPath } from '#api/services/files/read-file.ts';
import type { ExamName } from '#contract/desk/exam-draft.ts';
import type { Exam } from '#contract/wire/exams.ts';
import type { PaperQuestion } from '#contract/wire/sync.ts';
import type { Database } from '#db/client.ts';
import { countByType } from '#db/queries/bank.ts';
import {
  type ExamRow,
  type ExamSearch,
  examsSat,
  findExam,
  isEnrolled,
  listExamNames,
  listExams,
  searchExams,
} from '#db/queries/exams.ts';
import { bankState } from '#db/schema/exams.ts';
import { drawPaper } from '#machines/sitting/draw.ts';
import { readPool } from '../papers/draw-prepared.ts';
import { readRevisions } from '../questions/revisions.ts';

/** Newest start first. */
export async function readExams(db: Database, caller: Caller | null): Promise<Exam[]> {
  const forAdmin = isAdmin(caller);
  const rows = await listExams(db.orm, forAdmin ? 'all' : 'public');
  return forAdmin ? forDesk(db, rows) : rows.map((row) => toExam(row, false));
}

/** One page of the exams that the caller may see, newest start first, and how many match in all. */
export async function findExams(
  db: Database,
  caller: Caller | null,
  wanted: ExamSearch,
): Promise<{ exams: Exam[]; total: number }> {
  const forAdmin = isAdmin(caller);
  const { rows, total } = await searchExams(db.orm, forAdmin ? 'all' : 'public', wanted);
  const exams = forAdmin ? await forDesk(db, rows) : rows.map((row) => toExam(row, false));
  return { exams, total };
}

/** Names of all exams, newest start first, for the administrator; archived ones only on request. */
export async function readExamNames(
  db: Database,
  which: { archived: boolean },
): Promise<ExamName[]> {
  const rows = await listExamNames(db.orm, which);
  return rows.map(({ id, name, startsAt, format, archivedFrom }) => ({
    _id: id,
    name,
    startDate: startsAt.toISOString(),
    format,
    ...(archivedFrom !== null && { archived: true }),
  }));
}

/** @throws Problem not-found */
export async function readExam(db: Database, caller: Caller | null, id: string): Promise<Exam> {
  const row = await findExam(db.orm, id);
  const visible =
    row &&
    (isAdmin(caller) ||
      row.status === 'Active' ||
      row.resultFileId ||
      (caller && !caller.mustChangePassword && (await isEnrolled(db.orm, id, caller.uid))));
  if (!visible) throw new Problem('not-found');
  const [exam] = isAdmin(caller) ? await forDesk(db, [row]) : [];
  return exam ?? toExam(row, false);
}

/** Adds what only the administrator sees. `sat` means that sections, format and times can no longer change. */
async function forDesk(db: Database, rows: readonly ExamRow[]): Promise<Exam[]> {
  const sat = await examsSat(
    db.orm,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...toExam(row, true), sat: sat.has(row.id) }));
}

function isAdmin(caller: Caller | null): boolean {
  return caller?.role === 'admin' && !caller.mustChangePassword;
}

// The question types that an exam's sections can use.

/** Types in order of name, with how many questions the bank holds of each. */
export function readQuestionTypes(db: Database): Promise<{ type: string; count: number }[]> {
  return countByType(db.orm);
}

/** A stored exam in the wire format. Sections, settings and version are for the administrator only. */
export function toExam(row: ExamRow, forAdmin: boolean): Exam {
  return {
    _id: row.id,
    name: row.name,
    price: row.pricePaise / 100,
    description: row.description,
    startDate: row.startsAt.toISOString(),
    duration: row.durationMinutes,
    format: row.format,
    status: row.status,
    start: row.start,
    imageUrl: row.imageFileId && publicPath(row.imageFileId),
    ...(row.resultFileId && { resultPdf: publicPath(row.resultFileId) }),
    ...(forAdmin && {
      fields: row.sections,
      lateMinutes: row.lateMinutes,
      anotherDevice: row.anotherDevice,
      version: row.version,
      ...(row.archivedFrom !== null && { archived: true }),
    }),
  };
}

// Draws a paper as a candidate of this exam might get it, for the administrator to preview. Nothing is stored, and correct answers are
// left out, as on a phone.

/** @throws Problem not-found; section-too-large when the bank can't fill a section */
export async function previewExam(db: Database, examId: string): Promise<PaperQuestion[]> {
  const exam = await findExam(db.orm, examId);
  if (!exam) throw new Problem('not-found');
  const [bank] = await db.orm
    .select({ version: bankState.version })
    .from(bankState)
    .where(eq(bankState.id, 1));
  const pool = await readPool(db, bank?.version ?? 0);
  const sections = drawPaper(
    exam.sections,
    (type) => pool.get(type) ?? [],
    (bound) => randomInt(bound),
  );
  if (!sections) throw new Problem('section-too-large');
  const revisions = await readRevisions(
    db,
    sections.flatMap(({ items }) => items),
  );
  return sections.flatMap(({ name, items }) =>
    items.flatMap((id) => {
      const revision = revisions.get(id);
      if (!revision) return [];
      const { qid, text, options } = revision;
      return [{ qid, section: name, text, options: [...options] }];
    }),
  );
}
