// The list of the bank for the administrator: newest first, or sorted by any column.
import { type AnyColumn, and, asc, count, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Deps } from '#api/deps.ts';
import { Problem } from '#api/problem.ts';
import type { Caller } from '#api/services/auth/sessions.ts';
import { openSitting } from '#api/services/sittings/open-sitting.ts';
import type { SortKey } from '#contract/desk/list-sorts.ts';
import type { CandidateQuestion, Question } from '#contract/desk/questions.ts';
import type { Database } from '#db/client.ts';
import { inArchive, inBank } from '#db/queries/bank.ts';
import { byText, type ListPage, likeWords, pageWindow, sortedBy } from '#db/queries/list-sql.ts';
import { readUserRow } from '#db/queries/users.ts';
import { questionRevisions, questions } from '#db/schema/exams.ts';
import { questionText } from '#db/schema/search-text.ts';
import { toQuestion } from './revisions.ts';

/** An empty text matches everything. */
export type Searched = { search: string; type: string; state: '' | 'Archived' };
export type BankWanted = Searched & ListPage<SortKey<'questions'>>;

const option = (place: number) => byText(`question_revisions.options[${place}]`);

/** SQL expressions that the list can be sorted by. */
const questionSorts: Record<SortKey<'questions'>, string> = {
  question: byText('question_revisions.text'),
  OptionOne: option(1),
  OptionTwo: option(2),
  OptionThree: option(3),
  OptionFour: option(4),
  correct: 'question_revisions.correct',
  weightage: 'question_revisions.weightage',
  negative: 'question_revisions.negative',
  type: byText('question_revisions.type'),
};

/** The filter as a condition on `questions`. */
export function matchingQuestions({ search, type, state }: Searched): SQL | undefined {
  return and(
    state === 'Archived' ? inArchive : inBank,
    type === '' ? undefined : eq(questions.type, type),
    search === ''
      ? undefined
      : sql`${questions.revisionId} in (select id from ${questionRevisions}
          where ${sql.raw(questionText('question_revisions'))} ilike ${likeWords(search)})`,
  );
}

export async function listBank(
  db: Database,
  wanted: BankWanted,
): Promise<{ total: number; rows: Question[] }> {
  const matching = matchingQuestions(wanted);
  const [counted] = await db.orm.select({ total: count() }).from(questions).where(matching);
  const total = counted?.total ?? 0;
  const { limit, offset, backwards } = pageWindow(wanted, total);
  const chosen = sortedBy(questionSorts, wanted, 'questions.id', backwards);
  if (chosen) {
    const sorted = await db.orm
      .select({ revision: questionRevisions })
      .from(questions)
      .innerJoin(questionRevisions, eq(questionRevisions.id, questions.revisionId))
      .where(matching)
      .orderBy(sql.raw(chosen))
      .limit(limit)
      .offset(offset);
    if (backwards) sorted.reverse();
    return { total, rows: sorted.map(({ revision }) => toQuestion(revision)) };
  }
  const inOrder = (by: Record<'createdAt' | 'position' | 'id', AnyColumn>) =>
    backwards
      ? [asc(by.createdAt), desc(by.position), desc(by.id)]
      : [desc(by.createdAt), asc(by.position), asc(by.id)];
  // Finds the page first, along the index, and then looks up only the rows of that page.
  const page = db.orm
    .select()
    .from(questions)
    .where(matching)
    .orderBy(...inOrder(questions))
    .limit(limit)
    .offset(offset)
    .as('page');
  const rows = await db.orm
    .select({ revision: questionRevisions })
    .from(page)
    .innerJoin(questionRevisions, eq(questionRevisions.id, page.revisionId))
    .orderBy(...inOrder(page));
  if (backwards) rows.reverse();
  return { total, rows: rows.map(({ revision }) => toQuestion(revision)) };
}

// The questions of a candidate's own paper, in the drawn order, without anything that reveals the answers.

/**
 * Opens the sitting if it isn't open yet, because seeing the paper starts the clock.
 * @param type one section, or empty for all
 * @throws Problem not-eligible, not-open-yet, exam-inactive, already-submitted, device-not-allowed, exam-paused,
 * section-too-large
 */
export async function listOwnPaper(
  deps: Deps,
  caller: Caller,
  type: string,
): Promise<CandidateQuestion[]> {
  const current = await readUserRow(deps.db, caller.uid);
  if (!current?.exam_id) throw new Problem('not-eligible');
  const { questions } = await openSitting(deps, caller, current.exam_id, null);
  return questions
    .filter(({ section }) => type === '' || section === type)
    .map(({ qid, section, text, options }) => {
      const [OptionOne = '', OptionTwo = '', OptionThree = '', OptionFour = ''] = options;
      return {
        _id: qid,
        Questions: text,
        OptionOne,
        OptionTwo,
        OptionThree,
        OptionFour,
        Type: section,
      };
    });
}
