// What a question said from when on and who changed it, and which exams' papers hold it; of an archived one too.
import { aliasedTable, and, desc, eq, sql } from 'drizzle-orm';
import type { QuestionHistory } from '#contract/desk/questions.ts';
import type { Orm } from '#db/client.ts';
import { imports, questionRevisions, questions } from '#db/schema/exams.ts';
import { users } from '#db/schema/people.ts';
import { auditLog } from '#db/schema/records.ts';
import { Problem } from '../../problem.ts';
import { toQuestion } from './to-question.ts';
import { listUses } from './used-in.ts';

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
