// Finds the merit list of an exam: its current rules, or those that a new list begins with, and what belongs to it.

import { setImmediate } from 'node:timers/promises';
import { eq, inArray, sql } from 'drizzle-orm';
import type { MeritList, MeritRules } from '#contract/desk/merit.ts';
import type { Orm } from '#db/client.ts';
import { type ExamRow, findExam } from '#db/queries/exams.ts';
import {
  countCategories,
  listToRescore,
  markOfScores,
  readOpenQuestions,
} from '#db/queries/merit.ts';
import { exams } from '#db/schema/exams.ts';
import { meritEditions, meritLists } from '#db/schema/merit.ts';
import { scoredSections } from '#machines/sitting/scoring.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { publicPath } from '../files/read-file.ts';

type MeritRow = typeof meritLists.$inferSelect;
type Merit = { exam: ExamRow; sections: string[]; row: MeritRow };

/** The tie-breaks that most boards use: section by section in the exam's order, then fewer wrong answers, then the earlier date of birth. */
function firstRules(sections: readonly string[]): MeritRules {
  return {
    shifts: [],
    tieBreaks: [
      ...sections.map((section) => ({ by: 'section' as const, section })),
      { by: 'wrong' },
      { by: 'birth' },
    ],
    cutoffs: { total: null, sections: [], categories: [] },
  };
}

/** @throws Problem not-found */
export async function findMerit(orm: Orm, examId: string): Promise<Merit> {
  const exam = await findExam(orm, examId);
  if (!exam) throw new Problem('not-found');
  const sections = scoredSections(exam);
  const [row] = await orm.select().from(meritLists).where(eq(meritLists.examId, examId));
  return { exam, sections, row: row ?? unwritten(examId, sections) };
}

/**
 * Finds the list and locks it until the transaction ends; inserts it if it isn't stored yet. One lock covers all lists, because checking
 * which exam is a shift of which involves several lists at once.
 */
export async function lockMerit(tx: Orm, examId: string): Promise<Merit> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('merit_lists'))`);
  const { exam, sections, row } = await findMerit(tx, examId);
  await tx.insert(meritLists).values(row).onConflictDoNothing();
  const [locked] = await tx
    .select()
    .from(meritLists)
    .where(eq(meritLists.examId, examId))
    .for('update');
  if (!locked) throw new Error('No row came back from the insert');
  return { exam, sections, row: locked };
}

function unwritten(examId: string, sections: readonly string[]): MeritRow {
  return {
    examId,
    rules: firstRules(sections),
    version: 1,
    latestId: null,
    publishedId: null,
    publishedAt: null,
    publishedBy: null,
    names: false,
    fileId: null,
  };
}

/** The exams whose candidates are on the list. */
export function examsOf({ examId, rules }: Pick<MeritRow, 'examId' | 'rules'>): string[] {
  return [examId, ...rules.shifts];
}

/** The exam whose list has this exam as a shift; null when there is none. */
export async function listWithShift(orm: Orm, examId: string): Promise<string | null> {
  const [row] = await orm
    .select({ examId: meritLists.examId })
    .from(meritLists)
    .where(sql`${meritLists.rules}->'shifts' ? ${examId}`);
  return row?.examId ?? null;
}

/** @throws Problem changed-meanwhile when the exam is a shift, because its candidates are on another exam's list */
export async function requireOwnList(orm: Orm, examId: string): Promise<void> {
  if ((await listWithShift(orm, examId)) !== null)
    throw new Problem('changed-meanwhile', {
      sentence: 'This exam is a shift of another exam. Make its merit list there.',
    });
}

// Everything that the office sees of an exam's merit list, except the places.

type EditionRow = typeof meritEditions.$inferSelect;

/** @throws Problem not-found */
export async function readMerit({ db }: Deps, examId: string): Promise<MeritList> {
  const { exam, sections, row } = await findMerit(db.orm, examId);
  const all = examsOf(row);
  const mark = await markNow(db.orm, row);
  const of = await listWithShift(db.orm, examId);
  const named = await db.orm
    .select({ examId: exams.id, examName: exams.name })
    .from(exams)
    .where(inArray(exams.id, [...all, ...(of === null ? [] : [of])]));
  const byId = new Map(named.map((each) => [each.examId, each]));
  const ids = [row.latestId, row.publishedId].filter((id) => id !== null);
  const editions = await db.orm.select().from(meritEditions).where(inArray(meritEditions.id, ids));
  const edition = (id: string | null) => {
    const found = editions.find((each) => each.id === id);
    return found ? toEdition(found, mark) : null;
  };
  const published = edition(row.publishedId);
  const isThere = row.fileId !== null && exam.resultFileId === row.fileId;
  return {
    examId,
    examName: exam.name,
    sections,
    rules: row.rules,
    version: row.version,
    shiftOf: (of !== null && byId.get(of)) || null,
    shifts: row.rules.shifts.flatMap((id) => byId.get(id) ?? []),
    categories: await countCategories(db, all),
    open: await readOpenQuestions(db, all),
    toRescore: await listToRescore(db, all),
    latest: edition(row.latestId),
    published:
      published && row.publishedAt
        ? {
            ...published,
            publishedAt: row.publishedAt.toISOString(),
            by: row.publishedBy ?? '',
            names: row.names,
            pdf: isThere && row.fileId !== null ? publicPath(row.fileId) : null,
          }
        : null,
  };
}

/** Identifies the rules and scores that a list worked out now would use. */
export async function markNow(
  orm: Orm,
  row: Pick<MeritRow, 'examId' | 'rules' | 'version'>,
): Promise<string> {
  return `${row.version} ${await markOfScores(orm, examsOf(row))}`;
}

function toEdition({ id, madeAt, people, qualified, twice, ...edition }: EditionRow, mark: string) {
  const outdated = edition.mark !== mark;
  return { id, madeAt: madeAt.toISOString(), people, qualified, twice, outdated };
}

// Runs long work in steps and lets other requests run after each step.
export async function inBreaths<T>(steps: Generator<void, T>): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await setImmediate();
  }
}

export function* piecesOf<T>(all: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size);
}
