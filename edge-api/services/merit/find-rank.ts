// The own rank, for anyone who has the UID. No name is told, nobody is listed, and tries are counted by address.
import * as z from 'zod/mini';
import { normaliseUid } from '#api/services/auth/find-uid.ts';
import { meritRulesSchema } from '#contract/desk/merit.ts';
import type { OwnRank } from '#contract/site/merit.ts';
import { millis } from '#db/instants.ts';
import { percentileText } from '#machines/merit/percentile.ts';
import { hasCutoffs } from '#machines/merit/rules-in-words.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { publicPath } from '../files/file-path.ts';
import { throttle } from '../throttle/throttle.ts';
import { findMerit } from './find-merit.ts';

/** A college shares an address; of UIDs there are twenty-seven thousand million. */
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
  if (!found) throw new Problem('not-found', { sentence: 'This UID is not on the merit list.' });
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
