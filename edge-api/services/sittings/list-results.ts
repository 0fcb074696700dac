// A candidate's results, newest sitting first; one that was reopened has none while it is under way. That a
// candidate has seen a provisional score is written down before it is told: answers that arrive later
// could have been found by trying, and no longer count by themselves [AT11].

import * as z from 'zod/mini';
import { lateWorkSchema, type ResultsReply } from '#contract/wire/results.ts';
import type { Database } from '#db/client.ts';
import { instant } from '#db/instants.ts';
import { toScoreList } from '#machines/sitting/scoring.ts';

const rowsSchema = z.array(
  z.object({
    exam_id: z.string(),
    sections: z.array(z.object({ name: z.string(), hundredths: z.int() })),
    documents: z.nullable(z.int()),
    late_work: z.nullable(lateWorkSchema),
    is_news: z.boolean(),
  }),
);

const READ = `select s.exam_id, r.sections, r.documents, r.late_work, r.provisional and s.score_told_at is null as is_news
  from sittings s join results r on r.sitting_id = s.id where s.uid = $1 and s.state <> 'open' order by s.started_at desc`;

const TELL = `update sittings s set version = version + 1, score_told_at = ${instant('$2')}
  from results r where r.sitting_id = s.id and s.uid = $1 and s.state <> 'open' and r.provisional and s.score_told_at is null`;

export async function listResults(
  db: Database,
  uid: string,
  toldAt: number | null,
): Promise<ResultsReply> {
  let rows = rowsSchema.parse(await db.rows(READ, [uid]));
  if (toldAt !== null && rows.some(({ is_news }) => is_news)) {
    await db.rows(TELL, [uid, toldAt]);
    rows = rowsSchema.parse(await db.rows(READ, [uid]));
  }
  return rows.map(({ exam_id, sections, documents, late_work }) => ({
    examID: exam_id,
    score: toScoreList(sections, documents),
    ...(late_work && { lateWork: late_work }),
  }));
}
