// What a question said from when on and who changed it, and which exams' papers hold it; of an archived one too.
import { aliasedTable, and, count, desc, eq, or, sql } from 'drizzle-orm';
import { Problem } from '#api/problem.ts';
import type { Question, QuestionHistory } from '#contract/desk/questions.ts';
import { optionNames } from '#contract/wire/values.ts';
import type { Orm } from '#db/client.ts';
import { exams, imports, questionRevisions, questions } from '#db/schema/exams.ts';
import { enrolments, users } from '#db/schema/people.ts';
import { auditLog } from '#db/schema/records.ts';
import { papers, preparedPapers } from '#db/schema/sittings.ts';

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

// How many papers a question stands in.

/** In whichever of its revisions. */
export async function countPapers(tx: Orm, questionId: string): Promise<number> {
  return countPapersWith(tx, await revisionsOf(tx, questionId));
}

/** Whether it stands in a paper that lies on a phone and may be sat. */
export async function isPrepared(tx: Orm, questionId: string): Promise<boolean> {
  const revisions = await revisionsOf(tx, questionId);
  const [prepared] = await tx
    .select({ id: preparedPapers.sittingId })
    .from(preparedPapers)
    .where(holds(preparedPapers.sections, revisions))
    .limit(1);
  return prepared !== undefined;
}

/** Which exams' papers hold it, in whichever of its revisions, the latest start first. */
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

/** No index: each paper would pay for it at its start. One condition a revision, so that a paper is compared and no more. */
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

// A question of the bank in the words of the wire.

type Row = typeof questionRevisions.$inferSelect;

/** For the administrator: it says which option is right. */
export function toQuestion(row: Row): Question {
  const [OptionOne = '', OptionTwo = '', OptionThree = '', OptionFour = ''] = row.options;
  const CorrectAnswer = optionNames[row.correct];
  if (!CorrectAnswer) throw new Error(`Question revision ${row.id} has no correct option`);
  return {
    _id: row.questionId,
    Questions: row.text,
    OptionOne,
    OptionTwo,
    OptionThree,
    OptionFour,
    CorrectAnswer,
    Weightage: row.weightage / 100,
    Negative: row.negative / 100,
    Type: row.type,
    version: row.id,
  };
}
