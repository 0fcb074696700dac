// The content of questions. Revisions never change, so a process keeps those it has read, up to a limit, so that a bank of any size
// fits in memory.
import { createHash } from 'node:crypto';
import { aliasedTable, and, count, desc, eq, inArray, or, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { Problem } from '#api/problem.ts';
import { contentKey } from '#api/question-files/judge/item.ts';
import type { QuestionContent } from '#api/question-files/question-file.ts';
import type { Question, QuestionHistory } from '#contract/desk/questions.ts';
import { type OptionName, optionNames } from '#contract/wire/values.ts';
import type { Database, Orm } from '#db/client.ts';
import { exams, imports, questionRevisions, questions } from '#db/schema/exams.ts';
import { enrolments, users } from '#db/schema/people.ts';
import { auditLog } from '#db/schema/records.ts';
import { papers, preparedPapers } from '#db/schema/sittings.ts';

export type Revision = {
  id: number;
  qid: string;
  text: string;
  options: readonly string[];
  correct: OptionName;
  also: readonly OptionName[];
  weightage: number; // hundredths
  negative: number; // hundredths
};

/** About 20 MB at half a kilobyte each. */
const MOST_KEPT = 40_000;
const kept = new WeakMap<Database, Map<number, Revision>>();

/** @returns at least the revisions asked for, by id. One query reads those not kept yet. */
export async function readRevisions(
  db: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Revision>> {
  let known = kept.get(db);
  if (!known || known.size + ids.length > MOST_KEPT) {
    known = new Map();
    kept.set(db, known);
  }
  const missing = ids.filter((id) => !known.has(id));
  if (missing.length === 0) return known;
  const rows = await db.orm
    .select()
    .from(questionRevisions)
    .where(inArray(questionRevisions.id, missing));
  for (const row of rows) {
    const { id, questionId: qid, text, options, weightage, negative } = row;
    known.set(id, { id, qid, text, options, ...rightOf(row), weightage, negative });
  }
  return known;
}

/** Identifies the same question in the bank: a hash of its text, its type, and its options in any order. */
export function contentHash(question: QuestionContent): string {
  return createHash('sha256').update(contentKey(question)).digest('hex');
}

// Corrected keys, which score papers drawn earlier. They can change, so they are read each time, with one indexed statement. The content
// of a revision never changes and is kept.

const rowsSchema = z.array(z.object({ revision_id: z.int(), key_revision_id: z.int() }));

const READ = `select c.revision_id, c.key_revision_id from key_corrections c
  where c.revision_id in (select value::int from jsonb_array_elements_text($1::text::jsonb))`;

/** @returns from the revision in a paper to the revision whose key scores it; revisions without a correction are left out */
export async function readCorrections(
  db: Database,
  revisionIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = rowsSchema.parse(await db.rows(READ, [JSON.stringify(revisionIds)]));
  return new Map(rows.map((row) => [row.revision_id, row.key_revision_id]));
}

// The history of a question, also of an archived one: what it said from when on, who changed it, and which exams' papers hold it.

/** @throws Problem not-found */
export async function readHistory(orm: Orm, id: string): Promise<QuestionHistory> {
  const importer = aliasedTable(users, 'importer');
  const rows = await orm
    .select({
      revision: questionRevisions,
      current: eq(questionRevisions.id, questions.revisionId),
      changedBy: users.fullName,
      broughtBy: importer.fullName,
    })
    .from(questionRevisions)
    .innerJoin(questions, eq(questions.id, questionRevisions.questionId))
    .leftJoin(imports, eq(imports.id, questions.importId))
    .leftJoin(importer, eq(importer.uid, imports.startedBy))
    .leftJoin(
      auditLog,
      and(
        eq(auditLog.subject, questions.id),
        eq(auditLog.action, 'question.changed'),
        sql`${auditLog.detail} ->> 'to' = ${questionRevisions.id}::text`,
      ),
    )
    .leftJoin(users, eq(users.uid, auditLog.actor))
    .where(eq(questionRevisions.questionId, id))
    .orderBy(desc(questionRevisions.id));
  if (rows.length === 0) throw new Problem('not-found');
  const first = rows.length - 1;
  return {
    versions: rows.map(({ revision, current, changedBy, broughtBy }, at) => ({
      question: toQuestion(revision),
      at: revision.createdAt.toISOString(),
      by: at === first ? broughtBy : changedBy,
      current: Boolean(current),
    })),
    used: (
      await listUses(
        orm,
        rows.map(({ revision }) => revision.id),
      )
    ).map(({ startsAt, ...use }) => ({ ...use, startDate: startsAt.toISOString() })),
  };
}

// Counts the papers that hold a question.

/** Counts papers with any of the question's revisions. */
export async function countPapers(tx: Orm, questionId: string): Promise<number> {
  return countPapersWith(tx, await revisionsOf(tx, questionId));
}

/** Whether a paper that is already on a phone, and may still be sat, holds the question. */
export async function isPrepared(tx: Orm, questionId: string): Promise<boolean> {
  const revisions = await revisionsOf(tx, questionId);
  const [prepared] = await tx
    .select({ id: preparedPapers.sittingId })
    .from(preparedPapers)
    .where(holds(preparedPapers.sections, revisions))
    .limit(1);
  return prepared !== undefined;
}

/** The exams whose papers hold any of these revisions, latest start first. */
async function listUses(
  tx: Orm,
  revisionIds: readonly number[],
): Promise<{ examId: string; name: string; startsAt: Date; papers: number }[]> {
  const { id: examId, name, startsAt } = exams;
  return tx
    .select({ examId, name, startsAt, papers: count() })
    .from(papers)
    .innerJoin(enrolments, eq(enrolments.id, papers.enrolmentId))
    .innerJoin(exams, eq(exams.id, enrolments.examId))
    .where(holds(papers.sections, revisionIds))
    .groupBy(examId)
    .orderBy(desc(startsAt), desc(examId));
}

async function revisionsOf(tx: Orm, questionId: string): Promise<number[]> {
  const revisions = await tx
    .select({ id: questionRevisions.id })
    .from(questionRevisions)
    .where(eq(questionRevisions.questionId, questionId));
  return revisions.map(({ id }) => id);
}

export async function countPapersWith(tx: Orm, revisionIds: readonly number[]): Promise<number> {
  const [row] = await tx
    .select({ papers: count() })
    .from(papers)
    .where(holds(papers.sections, revisionIds));
  return row?.papers ?? 0;
}

/** There is no index, because every paper would pay for it at its start. One condition per revision only compares each paper and doesn't unpack it. */
function holds(
  sections: typeof papers.sections | typeof preparedPapers.sections,
  revisionIds: readonly number[],
) {
  const each = revisionIds.map((id) => {
    const pattern = JSON.stringify([{ items: [id] }]);
    return sql`${sections} @> ${pattern}::text::jsonb`;
  });
  return or(...each) ?? sql`false`;
}

// A question of the bank in the wire format.

type Row = typeof questionRevisions.$inferSelect;

/** For the administrator only, because it says which option is right. */
export function toQuestion(row: Row): Question {
  const [OptionOne = '', OptionTwo = '', OptionThree = '', OptionFour = ''] = row.options;
  const { correct, also } = rightOf(row);
  return {
    _id: row.questionId,
    Questions: row.text,
    OptionOne,
    OptionTwo,
    OptionThree,
    OptionFour,
    CorrectAnswer: correct,
    ...(also.length > 0 && { AlsoCorrect: also }),
    Weightage: row.weightage / 100,
    Negative: row.negative / 100,
    Type: row.type,
    version: row.id,
  };
}

function rightOf(row: Row): { correct: OptionName; also: OptionName[] } {
  const [correct, ...also] = [row.correct, ...row.alsoCorrect].map((place) => optionNames[place]);
  if (!correct) throw new Error(`Question revision ${row.id} has no correct option`);
  return { correct, also: also.filter((name) => name !== undefined) };
}
