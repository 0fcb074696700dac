// The data of a merit list and its stored places, read and written in pieces, so that a hundred thousand people block
// nobody.
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { openQuestionsSchema } from '#contract/desk/merit.ts';
import type { Database, Orm } from '../client.ts';
import { meritPlaces } from '../schema/merit.ts';
import { personText } from '../schema/search-text.ts';
import { results, sittings } from '../schema/sittings.ts';
import { inPieces, likeWords } from './list-sql.ts';

const sectionsSchema = z.array(
  z.object({ name: z.string(), hundredths: z.int(), wrong: z.optional(z.int()) }),
);
const scoreSchema = z.object({
  id: z.string(), // of the sitting
  uid: z.string(),
  documents: z.nullable(z.int()),
  sections: sectionsSchema,
  born: z.nullable(z.string()),
  category: z.string(),
  /** Whether its log is here: a cell's isn't (decision 87). */
  logged: z.boolean(),
});
export type ScoreRow = z.infer<typeof scoreSchema>;

/** People with a complete score: in an exam with documents, once they are marked. */
const WHOLE = `s.state <> 'open' and (x.format = 'MCQ' or r.documents is not null)`;
const SCORED = `from sittings s join results r on r.sitting_id = s.id join exams x on x.id = s.exam_id`;
const SCORES = `select s.id, s.uid, r.documents, r.sections, u.date_of_birth::text as born, e.category, s.cell is null as logged
  ${SCORED} join enrolments e on e.id = s.enrolment_id join users u on u.uid = s.uid
  where s.exam_id = $1 and s.id > $2 and ${WHOLE} order by s.id limit $3::int`;

/** Every complete score of an exam. */
export const readScores = (db: Database, examId: string, pieceSize: number) =>
  inPieces<ScoreRow>(pieceSize, async (last) =>
    z.array(scoreSchema).parse(await db.rows(SCORES, [examId, last?.id ?? '', pieceSize])),
  );

const AMONG = `in (select jsonb_array_elements_text($1::text::jsonb))`;
/**
 * A fingerprint of all scores. Every settling raises the version of its sitting. So does telling a provisional score,
 * which changes no score and is therefore subtracted. A documents mark has its own instant.
 */
const MARK = sql`concat_ws(' ', count(*), sum(${sittings.version} - (${sittings.scoreToldAt} is not null)::int),
  count(${results.documents}), sum(${results.documents}), max(${results.documentsAt}))`;
const markSchema = z.tuple([z.object({ mark: z.string() })]);

/** A fingerprint of the exams' scores: equal for equal scores. */
export async function markOfScores(orm: Orm, examIds: readonly string[]): Promise<string> {
  const found = await orm
    .select({ mark: MARK })
    .from(sittings)
    .leftJoin(results, eq(results.sittingId, sittings.id))
    .where(and(inArray(sittings.examId, [...examIds]), ne(sittings.state, 'open')));
  return markSchema.parse(found)[0].mark;
}

/** Records that everyone on the edition with a provisional score is told it now, as on the result page [AT11]. */
export async function tellProvisional(tx: Orm, editionId: string, at: Date): Promise<void> {
  await tx
    .update(sittings)
    .set({ version: sql`${sittings.version} + 1`, scoreToldAt: at })
    .where(sql`${sittings.scoreToldAt} is null and ${sittings.state} <> 'open' and ${sittings.id} in (
      select s.id from ${meritPlaces} p join ${sittings} s on s.uid = p.uid and s.exam_id = p.exam_id
        join ${results} r on r.sitting_id = s.id and r.provisional
      where p.edition_id = ${editionId})`);
}

const UNCONFIRMED = `from rescore_changes c join rescores o on o.id = c.rescore_id
  join sittings t on t.id = c.sitting_id where o.state <> 'done' and c.applied_at is null and t.exam_id ${AMONG}`;
/**
 * Questions whose key was corrected after papers with them were sat, while nobody has looked at what that changes. Only
 * corrections after the exam began are looked at, because no index finds a question's papers. The `case` searches the
 * papers only for a question whose key differs: a bank that was filled after the exam began has thousands whose key
 * doesn't.
 */
const NOT_LOOKED_AT = `from questions q join question_revisions k on k.id = q.revision_id
  where k.created_at >= (select min(t.started_at) from sittings t where t.exam_id ${AMONG})
    and not exists (select from rescores o where o.key_revision_id = k.id)
    and exists (select from question_revisions r
      left join key_corrections c on c.revision_id = r.id
      join question_revisions f on f.id = coalesce(c.key_revision_id, r.id)
      where r.question_id = q.id
        and case when (f.options[f.correct + 1], f.also_correct, f.weightage, f.negative)
            <> (k.options[k.correct + 1], k.also_correct, k.weightage, k.negative)
          then exists (select from sittings t join papers p on p.enrolment_id = t.enrolment_id where t.exam_id ${AMONG}
            and p.sections @> jsonb_build_array(jsonb_build_object('items', jsonb_build_array(r.id)))) end)`;
const OPEN = `select
    count(*) filter (where s.state = 'open')::int as "underWay",
    count(*) filter (where s.state <> 'open' and x.format <> 'MCQ' and r.documents is null)::int as "documentsUnmarked",
    count(*) filter (where s.state <> 'open' and r.provisional)::int as "provisional",
    count(*) filter (where s.held_events > 0)::int as "heldActs",
    count(*) filter (where r.late_work is not null)::int as "lateWork",
    (select count(distinct c.rescore_id)::int ${UNCONFIRMED}) + (select count(*)::int ${NOT_LOOKED_AT}) as rescores
  from sittings s join exams x on x.id = s.exam_id left join results r on r.sitting_id = s.id where s.exam_id ${AMONG}`;
/** What may still change a score. */
export async function readOpenQuestions(db: Database, examIds: readonly string[]) {
  return z.tuple([openQuestionsSchema]).parse(await db.rows(OPEN, [JSON.stringify(examIds)]))[0];
}

const TO_RESCORE = `select "questionId", question from (
    select o.question_id as "questionId", k.text as question, o.asked_at as since
      from rescores o join question_revisions k on k.id = o.key_revision_id
      where o.id in (select c.rescore_id ${UNCONFIRMED})
    union all select q.id, k.text, k.created_at ${NOT_LOOKED_AT}) as corrected
  order by since, "questionId" limit 10`;
const toRescoreSchema = z.array(z.object({ questionId: z.string(), question: z.string() }));

/** Questions of these exams whose corrected key nobody has confirmed, as corrected; the earliest first. */
export async function listToRescore(db: Database, examIds: readonly string[]) {
  return toRescoreSchema.parse(await db.rows(TO_RESCORE, [JSON.stringify(examIds)]));
}

const CATEGORIES = `select category, count(*)::int as people from enrolments where exam_id ${AMONG}
  group by category order by category`;
const categoriesSchema = z.array(z.object({ category: z.string(), people: z.int() }));

export async function countCategories(db: Database, examIds: readonly string[]) {
  return categoriesSchema.parse(await db.rows(CATEGORIES, [JSON.stringify(examIds)]));
}

export type NewPlace = {
  place: number;
  rank: number;
  uid: string;
  exam_id: string;
  total: number;
  percentile: number;
  sections: { name: string; hundredths: number }[];
  wrong: number | null;
  qualified: boolean;
};
const WRITE = `insert into merit_places (edition_id, place, rank, uid, exam_id, total, percentile, sections, wrong, qualified)
  select $1, place, rank, uid, exam_id, total, percentile, sections, wrong, qualified
  from jsonb_to_recordset($2::text::jsonb) as p(place int, rank int, uid text, exam_id text, total int, percentile bigint,
    sections jsonb, wrong int, qualified boolean)`;

export async function writePlaces(
  db: Database,
  editionId: string,
  places: readonly NewPlace[],
): Promise<void> {
  await db.rows(WRITE, [editionId, JSON.stringify(places)]);
}

const placeSchema = z.object({
  place: z.int(),
  rank: z.int(),
  uid: z.string(),
  full_name: z.string(),
  exam: z.string(),
  category: z.string(),
  total: z.int(),
  percentile: z.number(),
  sections: sectionsSchema,
  wrong: z.nullable(z.int()),
  qualified: z.boolean(),
});
export type PlaceRow = z.infer<typeof placeSchema>;

const PLACE = `select p.place, p.rank, p.uid, u.full_name, x.name as exam, coalesce(e.category, '') as category, p.total,
    p.percentile::float8 as percentile, p.sections, p.wrong, p.qualified
  from merit_places p join users u on u.uid = p.uid join exams x on x.id = p.exam_id
  left join enrolments e on e.uid = p.uid and e.exam_id = p.exam_id`;

/** @param wanted `page` counts from 1; an empty `search` finds everyone */
export async function listPlaces(
  db: Database,
  wanted: { editionId: string; people: number; search: string; page: number; pageSize: number },
): Promise<{ rows: PlaceRow[]; total: number }> {
  const { editionId, people, search, page, pageSize } = wanted;
  const before = (page - 1) * pageSize;
  if (search === '') {
    const rows = await db.rows(
      `${PLACE} where p.edition_id = $1 and p.place > $2::int and p.place <= $3::int order by p.place`,
      [editionId, before, before + pageSize],
    );
    return { rows: z.array(placeSchema).parse(rows), total: people };
  }
  const found = await db.rows(
    `with found as materialized (
       select p.place from users u join merit_places p on p.edition_id = $1 and p.uid = u.uid where ${personText('u')} ilike $2)
     select (select count(*)::int from found) as total,
       (select coalesce(jsonb_agg(page.place), '[]') from (select place from found order by place limit $3::int offset $4::int) page) as places`,
    [editionId, likeWords(search), pageSize, before],
  );
  const [{ total, places }] = foundSchema.parse(found);
  const rows = await db.rows(
    `${PLACE} where p.edition_id = $1 and p.place in (select value::int from jsonb_array_elements_text($2::text::jsonb)) order by p.place`,
    [editionId, JSON.stringify(places)],
  );
  return { rows: z.array(placeSchema).parse(rows), total };
}
const foundSchema = z.tuple([z.object({ total: z.int(), places: z.array(z.int()) })]);

/** A whole edition in order, piece by piece. */
export async function* readPlaces(
  db: Database,
  editionId: string,
  pieceSize: number,
): AsyncGenerator<PlaceRow[]> {
  for (let after = 0; ; after += pieceSize) {
    const piece = z
      .array(placeSchema)
      .parse(
        await db.rows(
          `${PLACE} where p.edition_id = $1 and p.place > $2::int and p.place <= $3::int order by p.place`,
          [editionId, after, after + pieceSize],
        ),
      );
    if (piece.length === 0) return;
    yield piece;
  }
}
