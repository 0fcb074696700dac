// A question whose key was corrected: how it stands now, and what papers drawn before have of it.
import { and, asc, eq, ne } from 'drizzle-orm';
import type { Database, Orm } from '#db/client.ts';
import { questionRevisions, questions } from '#db/schema/exams.ts';
import { readRevisions } from '../questions/revisions.ts';
import { keyAsSeen } from '../sittings/settle.ts';

/** The current revision, with the question locked until the transaction ends; null when it was erased. */
export async function lockCurrentRevision(tx: Orm, questionId: string): Promise<number | null> {
  const [question] = await tx
    .select({ revisionId: questions.revisionId })
    .from(questions)
    .where(eq(questions.id, questionId))
    .for('update');
  return question?.revisionId ?? null;
}

/** What the question said at other times, oldest first. */
export async function otherRevisionIds(
  orm: Orm,
  questionId: string,
  keyRevisionId: number,
): Promise<number[]> {
  const rows = await orm
    .select({ id: questionRevisions.id })
    .from(questionRevisions)
    .where(
      and(eq(questionRevisions.questionId, questionId), ne(questionRevisions.id, keyRevisionId)),
    )
    .orderBy(asc(questionRevisions.id));
  return rows.map(({ id }) => id);
}

/** Which of the other revisions the corrected key can be carried over to, and which not. */
export async function carriedOver(
  db: Database,
  otherIds: readonly number[],
  keyRevisionId: number,
): Promise<{ carried: number[]; leftOut: number[] }> {
  const revisions = await readRevisions(db, [...otherIds, keyRevisionId]);
  const corrected = revisions.get(keyRevisionId);
  if (!corrected) throw new Error(`Question revision ${keyRevisionId} is missing`);
  const isCarried = (id: number) => {
    const seen = revisions.get(id);
    return seen !== undefined && keyAsSeen(seen, corrected) !== null;
  };
  return {
    carried: otherIds.filter(isCarried),
    leftOut: otherIds.filter((id) => !isCarried(id)),
  };
}
