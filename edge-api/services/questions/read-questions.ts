// Questions for the office: a single question, the bank as a workbook, and the sample file.
import { setImmediate } from 'node:timers/promises';
import { and, asc, eq, inArray, or } from 'drizzle-orm';
import { Problem } from '#api/problem.ts';
import type { FileQuestion, OptionIndex } from '#api/question-files/question-file.ts';
import type {
  WorkbookCell,
  WorkbookRows,
  WorkbookSheet,
} from '#api/services/workbook/stream-workbook.ts';
import type { Question } from '#contract/desk/questions.ts';
import { questionFields } from '#contract/desk/questions.ts';
import { optionNames } from '#contract/wire/values.ts';
import type { Database, Orm } from '#db/client.ts';
import { inArchive, inBank } from '#db/queries/bank.ts';
import { questionRevisions, questions } from '#db/schema/exams.ts';
import { demoMarks, readDemoQuestions } from '#db/seed/seed-tools.ts';
import { readAnswer } from '../../question-files/judge/resolve-answer.ts';
import { textCell } from '../../question-files/judge/sheet.ts';
import { matchingQuestions, type Searched } from './list-bank.ts';
import { toQuestion } from './revisions.ts';

const PIECE = 250;

/**
 * Reads the chosen questions, in the bank or archived, or all that match. Revisions never change, so the rows show the bank at one moment
 * although they are read piece by piece.
 */
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

// One question of the bank in its current revision.

/** @throws Problem not-found, also for a question that was removed */
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

/** A question file for trying the upload: twenty questions of two types, in the columns of the template. */
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

// Writes a question as a workbook row that can be uploaded again unchanged.

const letters = ['A', 'B', 'C', 'D'] as const;
const numbers: readonly string[] = ['Weightage', 'Negative'];
const widths = [60, ...optionNames.map(() => 20), 15, 10, 10, 18];

/** The nine columns. What people type below them, such as 1/4 or 007, stays as typed. */
export const questionSheet: WorkbookSheet = {
  name: 'Questions',
  columns: questionFields.map((head, index) => ({
    head,
    width: widths[index] ?? 20,
    of: numbers.includes(head) ? 'numbers' : 'text',
  })),
};

/** The bank itself. Uploads strip letters in front of options and the like from other people's files; rows of this sheet are read as they are. */
export const bankSheet: WorkbookSheet = { ...questionSheet, asIs: true };

/** The option's name, or another way to name it when an option's own text happens to equal that name. */
function correctAnswer({ options, correct }: FileQuestion): string {
  const cells = options.map(textCell);
  const ways = [
    optionNames[correct],
    options[correct],
    letters[correct],
    `${correct + 1}`,
    `(${letters[correct]})`,
    `(${correct + 1})`,
    `Option ${letters[correct]}`,
    `Option ${correct + 1}`,
  ];
  const clear = ways.find((way) => {
    const { text: asText, place } = readAnswer(textCell(way), cells, null);
    return (
      (asText !== null || place !== null) &&
      (asText?.at ?? correct) === correct &&
      (place?.at ?? correct) === correct
    );
  });
  return clear ?? optionNames[correct];
}

/** A row that `parseQuestionFile` reads back as the same question. */
export function toQuestionRow(question: FileQuestion): WorkbookCell[] {
  return [
    question.text,
    ...question.options,
    correctAnswer(question),
    question.weightageHundredths / 100,
    question.negativeHundredths / 100,
    question.type,
  ];
}
