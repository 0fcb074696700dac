// A candidate's results, newest sitting first; a sitting without anything scored has an empty list, and so
// has, for the candidate, one whose score is provisional [AT11].
import * as z from 'zod/mini';
import type { ResultsReply } from '#contract/results.ts';
import type { Database } from '#db/client.ts';
import { toScoreList } from '#machines/sitting/scoring.ts';

const rowsSchema = z.array(
  z.object({
    exam_id: z.string(),
    sections: z.array(z.object({ name: z.string(), hundredths: z.int() })),
    documents: z.nullable(z.int()),
    provisional: z.boolean(),
  }),
);

export async function listResults(
  db: Database,
  uid: string,
  forAdmin: boolean,
): Promise<ResultsReply> {
  const rows = rowsSchema.parse(
    await db.rows(
      `select s.exam_id, r.sections, r.documents, r.provisional from sittings s join results r on r.sitting_id = s.id
       where s.uid = $1 order by s.started_at desc`,
      [uid],
    ),
  );
  return rows.map(({ exam_id, sections, documents, provisional }) => ({
    examID: exam_id,
    score: provisional && !forAdmin ? [] : toScoreList(sections, documents),
  }));
}
