// Everything the office sees of an exam's merit list before its places.
import { inArray } from 'drizzle-orm';
import type { MeritList } from '#contract/desk/merit.ts';
import type { Orm } from '#db/client.ts';
import {
  countCategories,
  listToRescore,
  markOfScores,
  readOpenQuestions,
} from '#db/queries/merit.ts';
import { exams } from '#db/schema/exams.ts';
import { meritEditions } from '#db/schema/merit.ts';
import type { Deps } from '../../deps.ts';
import { publicPath } from '../files/file-path.ts';
import { examsOf, findMerit, listWithShift, type MeritRow } from './find-merit.ts';

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

/** What an edition made now would be made from. */
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
