// Exams: who may see which, and whether one has been sat.

import {
  and,
  count,
  desc,
  eq,
  exists,
  ilike,
  inArray,
  isNotNull,
  isNull,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { SortKey } from '#contract/desk/list-sorts.ts';
import type { Orm } from '../client.ts';
import { exams } from '../schema/exams.ts';
import { enrolments } from '../schema/people.ts';
import { sittings } from '../schema/sittings.ts';
import { byText, type ListPage, likeWords, sortedBy } from './list-sql.ts';

export type ExamRow = typeof exams.$inferSelect;

const there = isNull(exams.hiddenAt);
/** The exams in the desk's lists and choosers; archived ones are shown only on request. */
const inUse = and(there, isNull(exams.archivedFrom));
const isPublic = and(there, or(eq(exams.status, 'Active'), isNotNull(exams.resultFileId)));

const newestFirst: SQL[] = [desc(exams.startsAt), desc(exams.id)];

/** Newest start first. */
export function listExams(orm: Orm, whose: 'all' | 'public'): Promise<ExamRow[]> {
  return orm
    .select()
    .from(exams)
    .where(whose === 'all' ? inUse : isPublic)
    .orderBy(...newestFirst);
}

/** The start as screens show it: `Sat 21 Nov 2026, 10:30 am IST` (formatDateTime on the phone). */
export const shownStart = sql<string>`to_char(${exams.startsAt} at time zone 'Asia/Kolkata', 'Dy FMDD Mon YYYY, FMHH12:MI am') || ' IST'`;

/** SQL of the sort keys. */
const examSorts: Record<SortKey<'exams'>, string> = {
  name: byText('exams.name'),
  price: 'exams.price_paise',
  duration: 'exams.duration_minutes',
  start: 'exams.starts_at',
  format: 'exams.format',
  status: 'exams.status',
};

/** Empty texts match everything. */
export type ExamSearch = {
  search: string;
  status: ExamRow['status'] | 'Archived' | 'Deleted' | '';
  format: ExamRow['format'] | '';
} & ListPage<SortKey<'exams'>>;

function ofStatus(status: ExamSearch['status']): SQL | undefined {
  if (status === '') return undefined;
  if (status === 'Archived') return isNotNull(exams.archivedFrom);
  return status === 'Deleted' ? isNotNull(exams.hiddenAt) : eq(exams.status, status);
}

/** The exams that the desk searches; archived and deleted ones only when they are asked for. */
function atDesk(status: ExamSearch['status']): SQL | undefined {
  if (status === 'Deleted') return undefined;
  return status === 'Archived' ? there : inUse;
}

/**
 * One page, newest start first or sorted, and the total found.
 * @param wanted an empty search finds all; otherwise name, format or start as shown contain it, in any case
 */
export async function searchExams(
  orm: Orm,
  whose: 'all' | 'public',
  wanted: ExamSearch,
): Promise<{ rows: ExamRow[]; total: number }> {
  const like = likeWords(wanted.search);
  const found = and(
    whose === 'public' ? isPublic : atDesk(wanted.status),
    ofStatus(wanted.status),
    wanted.format === '' ? undefined : eq(exams.format, wanted.format),
    wanted.search === ''
      ? undefined
      : or(ilike(exams.name, like), ilike(exams.format, like), ilike(shownStart, like)),
  );
  const [counted] = await orm.select({ total: count() }).from(exams).where(found);
  const chosen = sortedBy(examSorts, wanted, 'exams.id');
  const rows = await orm
    .select()
    .from(exams)
    .where(found)
    .orderBy(...(chosen ? [sql.raw(chosen)] : newestFirst))
    .limit(wanted.pageSize)
    .offset((wanted.page - 1) * wanted.pageSize);
  return { rows, total: counted?.total ?? 0 };
}

/** Every exam by name alone, newest start first: enough for a chooser, however many there are. */
export function listExamNames(
  orm: Orm,
  { archived }: { archived: boolean },
): Promise<Pick<ExamRow, 'id' | 'name' | 'startsAt' | 'format' | 'archivedFrom'>[]> {
  const { id, name, startsAt, format, archivedFrom } = exams;
  return orm
    .select({ id, name, startsAt, format, archivedFrom })
    .from(exams)
    .where(archived ? there : inUse)
    .orderBy(...newestFirst);
}

export async function findExam(orm: Orm, id: string): Promise<ExamRow | null> {
  const [exam] = await orm
    .select()
    .from(exams)
    .where(and(eq(exams.id, id), there));
  return exam ?? null;
}

export async function isEnrolled(orm: Orm, examId: string, uid: string): Promise<boolean> {
  const [row] = await orm
    .select({ id: enrolments.id })
    .from(enrolments)
    .where(and(eq(enrolments.examId, examId), eq(enrolments.uid, uid)));
  return row !== undefined;
}

/** Which of these exams somebody has sat or is sitting: what their sittings are based on can't change. */
export async function examsSat(orm: Orm, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const sat = await orm
    .select({ id: exams.id })
    .from(exams)
    .where(
      and(
        inArray(exams.id, [...ids]),
        exists(orm.select().from(sittings).where(eq(sittings.examId, exams.id))),
      ),
    );
  return new Set(sat.map(({ id }) => id));
}
