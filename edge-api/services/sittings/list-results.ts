// A candidate's results, newest sitting first; one that was reopened has none while it is under way. That a
// candidate has seen a provisional score is written down before it is told: answers that arrive later
// could have been found by trying, and no longer count by themselves [AT11].

import * as z from 'zod/mini';
import { lateWorkSchema, type ResultsReply } from '#contract/wire/results.ts';
import type { Database } from '#db/client.ts';
import { instant } from '#db/instants.ts';
import { toScoreList } from '#machines/sitting/scoring.ts';
import { rowInGroups } from '../in-groups.ts';

const rowSchema = z.object({
  results: z.array(
    z.object({
      exam_id: z.string(),
      sections: z.array(z.object({ name: z.string(), hundredths: z.int() })),
      documents: z.nullable(z.int()),
      late_work: z.nullable(lateWorkSchema),
      is_news: z.boolean(),
    }),
  ),
});

/** A hall that has submitted asks for its results together. */
const read = rowInGroups<{ uid: string }>(
  'uid text',
  `select a.n, (
     select coalesce(json_agg(json_build_object('exam_id', s.exam_id, 'sections', r.sections, 'documents', r.documents,
       'late_work', r.late_work, 'is_news', r.provisional and s.score_told_at is null) order by s.started_at desc), '[]')
     from sittings s join results r on r.sitting_id = s.id where s.uid = a.uid and s.state <> 'open') as results
   from a`,
);

const TELL = `update sittings s set version = version + 1, score_told_at = ${instant('$2')}
  from results r where r.sitting_id = s.id and s.uid = $1 and s.state <> 'open' and r.provisional and s.score_told_at is null`;

export async function listResults(
  db: Database,
  uid: string,
  toldAt: number | null,
): Promise<ResultsReply> {
  let { results } = rowSchema.parse(await read(db, { uid }));
  if (toldAt !== null && results.some(({ is_news }) => is_news)) {
    await db.rows(TELL, [uid, toldAt]);
    results = rowSchema.parse(await read(db, { uid })).results;
  }
  return results.map(({ exam_id, sections, documents, late_work }) => ({
    examID: exam_id,
    score: toScoreList(sections, documents),
    ...(late_work && { lateWork: late_work }),
  }));
}
