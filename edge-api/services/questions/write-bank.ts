// The bank as a workbook that uploads again unchanged, and the empty template.
import { setImmediate } from 'node:timers/promises';
import { asc, inArray } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { inBank } from '#db/queries/bank.ts';
import { questionRevisions, questions } from '#db/schema/exams.ts';
import { workInTurn } from '../in-turn.ts';
import type { OptionIndex, Question } from '../question-import/question-file.ts';
import {
  writeQuestionsTemplate,
  writeQuestionsWorkbook,
} from '../question-import/write-questions-workbook.ts';

const oneAtATime = workInTurn({ atOnce: 1, longestQueue: 4 });
const CHUNK = 200;

/** Oldest first, in the order of the files they came from. @throws Problem unavailable */
export function writeBank(db: Database): Promise<Uint8Array> {
  return oneAtATime(() => writeQuestionsWorkbook(readBank(db)));
}

/** @throws Problem unavailable */
export function writeTemplate(): Promise<Uint8Array> {
  return oneAtATime(writeQuestionsTemplate);
}

/** Revisions never change, so what is read piece by piece is the bank of one moment. */
async function* readBank(db: Database): AsyncGenerator<Question> {
  const order = await db.orm
    .select({ id: questions.revisionId })
    .from(questions)
    .where(inBank)
    .orderBy(
      asc(questions.createdAt),
      asc(questions.importId),
      asc(questions.position),
      asc(questions.id),
    );
  for (let start = 0; start < order.length; start += CHUNK) {
    const ids = order.slice(start, start + CHUNK).map(({ id }) => id);
    const found = await db.orm
      .select()
      .from(questionRevisions)
      .where(inArray(questionRevisions.id, ids));
    const rows = new Map(found.map((row) => [row.id, row]));
    for (const id of ids) {
      const row = rows.get(id);
      if (row) yield toFileQuestion(row);
    }
    await setImmediate();
  }
}

function toFileQuestion(row: typeof questionRevisions.$inferSelect): Question {
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
