// The bank, or what is found in it, as rows of a workbook, oldest first, in the order of the files it came from.
import { setImmediate } from 'node:timers/promises';
import { asc, inArray } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { questionRevisions, questions } from '#db/schema/exams.ts';
import type { FileQuestion, OptionIndex } from '../../question-files/question-file.ts';
import type { WorkbookCell } from '../workbook/stream-workbook.ts';
import { matchingQuestions, type Searched } from './list-bank.ts';
import { toQuestionRow } from './question-sheet.ts';

const PIECE = 250;

/** Revisions never change, so what is read piece by piece is the bank of one moment. */
export async function* readBank(db: Database, wanted: Searched): AsyncGenerator<WorkbookCell[][]> {
  const order = await db.orm
    .select({ id: questions.revisionId })
    .from(questions)
    .where(matchingQuestions(wanted))
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
