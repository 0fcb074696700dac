// One question of the bank as it stands.
import { and, eq } from 'drizzle-orm';
import type { Question } from '#contract/desk/questions.ts';
import type { Orm } from '#db/client.ts';
import { inBank } from '#db/queries/bank.ts';
import { questionRevisions, questions } from '#db/schema/exams.ts';
import { Problem } from '../../problem.ts';
import { toQuestion } from './to-question.ts';

/** @throws Problem not-found, also for one that was removed */
export async function readQuestion(orm: Orm, id: string): Promise<Question> {
  const [found] = await orm
    .select({ revision: questionRevisions })
    .from(questions)
    .innerJoin(questionRevisions, eq(questionRevisions.id, questions.revisionId))
    .where(and(inBank, eq(questions.id, id)));
  if (!found) throw new Problem('not-found');
  return toQuestion(found.revision);
}
