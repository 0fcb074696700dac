// Where one candidate stands on the merit lists that are published.
import * as z from 'zod/mini';
import { meritRulesSchema } from '#contract/desk/merit.ts';
import type { Database } from '#db/client.ts';
import { hasCutoffs } from '#machines/merit/rules-in-words.ts';

const FIND = `select p.exam_id as sat, m.exam_id as "examId", p.rank, d.people as of, p.qualified, d.rules
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

/** By the exam that was sat, which may be a shift of the one whose list it is. */
export async function publishedPlaces(
  db: Pick<Database, 'rows'>,
  uid: string,
): Promise<Map<string, Place>> {
  const found = foundSchema.parse(await db.rows(FIND, [uid]));
  return new Map(
    found.map(({ sat, rules, qualified, ...place }) => [
      sat,
      { ...place, qualified: hasCutoffs(rules) ? qualified : null },
    ]),
  );
}
