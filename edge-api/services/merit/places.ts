// The places of the list worked out last, one candidate's own rank, and the workbook.

import * as z from 'zod/mini';
import { normaliseUid } from '#api/services/auth/find-user.ts';
import {
  type ListColumns,
  listSheet,
  numbers,
  text,
  type Workbook,
} from '#api/services/workbook/stream-workbook.ts';
import { type MeritPlace, meritFileName, meritRulesSchema } from '#contract/desk/merit.ts';
import type { OwnRank } from '#contract/site/merit.ts';
import type { Database } from '#db/client.ts';
import { millis } from '#db/instants.ts';
import { listPlaces, type PlaceRow, readPlaces } from '#db/queries/merit.ts';
import { percentileText } from '#machines/merit/rank.ts';
import { hasCutoffs } from '#machines/merit/rules-in-words.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { publicPath } from '../files/read-file.ts';
import { throttle } from '../throttle/throttle.ts';
import { findMerit, readMerit } from './find-merit.ts';

const PIECE = 500;

/** Empty before a list was worked out. @throws Problem not-found */
export async function listMeritPlaces(
  deps: Deps,
  examId: string,
  wanted: { search: string; page: number; pageSize: number },
): Promise<{ rows: MeritPlace[]; total: number }> {
  const { latest } = await readMerit(deps, examId);
  if (!latest) return { rows: [], total: 0 };
  const { rows, total } = await listPlaces(deps.db, {
    ...wanted,
    editionId: latest.id,
    people: latest.people,
  });
  return { rows: rows.map(toPlace), total };
}

function toPlace({ full_name, total, percentile, sections, ...row }: PlaceRow): MeritPlace {
  return {
    rank: row.rank,
    uid: row.uid,
    fullName: full_name,
    exam: row.exam,
    category: row.category,
    total: total / 100,
    percentile: percentileText(percentile),
    sections: sections.map(({ name, hundredths }) => ({ name, marks: hundredths / 100 })),
    wrong: row.wrong,
    qualified: row.qualified,
  };
}

/** The list worked out last: rank, total and UID first. @throws Problem not-found, also before the first list was worked out */
export async function exportMerit(deps: Deps, examId: string): Promise<Workbook> {
  const { exam, sections, row } = await findMerit(deps.db.orm, examId);
  if (row.latestId === null) throw new Problem('not-found');
  const columns: ListColumns<PlaceRow> = [
    [numbers('Rank', 8), ({ rank }) => rank],
    [numbers('Total', 10), ({ total }) => total / 100],
    [text('UID', 12), ({ uid }) => uid],
    [text('Name', 30), ({ full_name }) => full_name],
    [text('Exam', 30), ({ exam }) => exam],
    [text('Category', 16), ({ category }) => category],
    ...sections.map((name) => [numbers(name, 14), marksIn(name)] as const),
    [numbers('Wrong answers', 14), ({ wrong }) => wrong],
    // Written as text, because a spreadsheet would round seven decimals on screen.
    [text('Percentile', 14), ({ percentile }) => percentileText(percentile)],
    [text('Status', 14), ({ qualified }) => (qualified ? 'Qualified' : 'Not qualified')],
  ];
  return {
    fileName: meritFileName(exam.name),
    ...listSheet('Merit list', columns, readPlaces(deps.db, row.latestId, PIECE)),
  };
}

const marksIn = (section: string) => (place: PlaceRow) => {
  const found = place.sections.find(({ name }) => name === section);
  return found ? found.hundredths / 100 : null;
};

// Finds a rank for anyone who knows the UID. The reply names nobody, there is no list to browse, and tries are limited by network address.

/** Generous, because a whole college may share one address. Guessing is still hopeless among twenty-seven thousand million UIDs. */
const AN_HOUR = { most: 2_000, seconds: 3_600 };

const placeSchema = z.object({
  rank: z.int(),
  of: z.int(),
  total: z.int(),
  percentile: z.number(),
  qualified: z.boolean(),
  exam: z.string(),
  rules: meritRulesSchema,
});
const FIND = `select p.rank, d.people as of, p.total, p.percentile::float8 as percentile, p.qualified, x.name as exam, d.rules
  from merit_places p join merit_editions d on d.id = p.edition_id join exams x on x.id = p.exam_id
  join users u on u.uid = p.uid and u.deleted_at is null
  where p.edition_id = $1 and p.uid = $2`;

/** @throws Problem not-found, throttled */
export async function findRank(
  deps: Deps,
  { examId, uid }: { examId: string; uid: string },
  address: string,
): Promise<OwnRank> {
  await throttle(deps, [{ key: `ranks from ${address}`, ...AN_HOUR }]);
  const { row } = await findMerit(deps.db.orm, examId);
  if (row.publishedId === null) throw new Problem('not-found');
  const wanted = normaliseUid(uid);
  const [found] = await deps.db.rows(FIND, [row.publishedId, wanted]);
  if (!found) throw new Problem('not-found', { sentence: 'This UID isn’t on the merit list.' });
  const { exam, rank, of, total, percentile, qualified, rules } = placeSchema.parse(found);
  return {
    exam,
    uid: wanted,
    rank,
    of,
    total: total / 100,
    percentile: percentileText(percentile),
    qualified: hasCutoffs(rules) ? qualified : null,
  };
}

const publishedSchema = z.array(
  z.object({
    examID: z.string(),
    exam: z.string(),
    at: z.number(),
    file_id: z.nullable(z.string()),
  }),
);
const PUBLISHED = `select m.exam_id as "examID", x.name as exam, ${millis('m.published_at')} as at,
    case when x.result_file_id = m.file_id then m.file_id end as file_id
  from merit_lists m join exams x on x.id = m.exam_id
  where m.published_id is not null and x.hidden_at is null order by m.published_at desc, m.exam_id limit 200`;

/** Newest first. */
export async function listPublished({ db }: Pick<Deps, 'db'>) {
  return publishedSchema.parse(await db.rows(PUBLISHED, [])).map(({ at, file_id, ...list }) => ({
    ...list,
    publishedAt: new Date(at).toISOString(),
    pdf: file_id === null ? null : publicPath(file_id),
  }));
}

// The places of one candidate on the published merit lists.
const STANDS = `select p.exam_id as sat, m.exam_id as "examId", p.rank, d.people as of, p.qualified, d.rules
  from merit_lists m join merit_editions d on d.id = m.published_id
  join merit_places p on p.edition_id = d.id and p.uid = $1`;

const foundSchema = z.array(
  z.object({
    sat: z.string(),
    examId: z.string(),
    rank: z.int(),
    of: z.int(),
    qualified: z.boolean(),
    rules: meritRulesSchema,
  }),
);

type Place = { examId: string; rank: number; of: number; qualified: boolean | null };

/** Keyed by the exam that the candidate sat, which may be a shift of the exam whose list it is. */
export async function publishedPlaces(
  db: Pick<Database, 'rows'>,
  uid: string,
): Promise<Map<string, Place>> {
  const found = foundSchema.parse(await db.rows(STANDS, [uid]));
  return new Map(
    found.map(({ sat, rules, qualified, ...place }) => [
      sat,
      { ...place, qualified: hasCutoffs(rules) ? qualified : null },
    ]),
  );
}
