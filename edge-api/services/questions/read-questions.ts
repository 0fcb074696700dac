// Questions as the office reads them: one alone, the whole bank as a workbook, the sample file.
import { setImmediate } from 'node:timers/promises';
import { and, asc, eq, inArray, or } from 'drizzle-orm';
import { Problem } from '#api/problem.ts';
import type { FileQuestion, OptionIndex } from '#api/question-files/question-file.ts';
import type { WorkbookCell, WorkbookRows } from '#api/services/workbook/stream-workbook.ts';
import type { Question } from '#contract/desk/questions.ts';
import type { Database, Orm } from '#db/client.ts';
import { inArchive, inBank } from '#db/queries/bank.ts';
import { questionRevisions, questions } from '#db/schema/exams.ts';
import { demoMarks, readDemoQuestions } from '#db/seed/read-demo-questions.ts';
import { matchingQuestions, type Searched } from './list-bank.ts';
import { toQuestionRow } from './question-sheet.ts';
import { toQuestion } from './to-question.ts';

const PIECE = 250;

/** The chosen ones wherever they are by now, or what is wanted. Revisions never change, so what is read piece by piece is the bank of one moment. */
export async function* readBank(
  db: Database,
  wanted: Searched & { chosen: string },
): AsyncGenerator<WorkbookCell[][]> {
  const { chosen } = wanted;
  const order = await db.orm
    .select({ id: questions.revisionId })
    .from(questions)
    .where(
      chosen === ''
        ? matchingQuestions(wanted)
        : and(inArray(questions.id, chosen.split(',')), or(inBank, inArchive)),
    )
    .orderBy(
      asc(questions.createdAt),
      asc(questions.importId),
      asc(questions.position),
      asc(questions.id),
    );
  for (let start = 0; start < order.length; start += PIECE) {
    const ids = order.slice(start, start + PIECE).map(({ id }) => id);
    const found = await db.orm
      .select()
      .from(questionRevisions)
      .where(inArray(questionRevisions.id, ids));
    const rows = new Map(found.map((row) => [row.id, row]));
    yield ids.flatMap((id) => {
      const row = rows.get(id);
      return row ? [toQuestionRow(toFileQuestion(row))] : [];
    });
    await setImmediate();
  }
}

function toFileQuestion(row: typeof questionRevisions.$inferSelect): FileQuestion {
  const [a = '', b = '', c = '', d = ''] = row.options;
  return {
    type: row.type,
    text: row.text,
    options: [a, b, c, d],
    correct: toOptionIndex(row.correct),
    weightageHundredths: row.weightage,
    negativeHundredths: row.negative,
  };
}

function toOptionIndex(correct: number): OptionIndex {
  if (correct === 0 || correct === 1 || correct === 2 || correct === 3) return correct;
  throw new Error(`There is no option ${correct}`);
}

// One question of the bank as it stands.

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

const TYPES = ['English', 'Aptitude'];
const OF_EACH = 10;

/**
 * A question file to try the upload with: twenty questions in two types, in the columns of the template.
 */
export async function* sampleQuestions(): WorkbookRows {
  const all = await readDemoQuestions();
  for (const type of TYPES) {
    const { weightage, negative } = demoMarks(type);
    yield all
      .filter((question) => question.type === type)
      .slice(0, OF_EACH)
      .map((question) =>
        toQuestionRow({
          ...question,
          weightageHundredths: weightage,
          negativeHundredths: negative,
        }),
      );
  }
}
