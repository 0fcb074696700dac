// A candidate's results, newest sitting first. A reopened sitting has no result while it is under way. Before a provisional score is told,
// the server records that the candidate has seen it: answers that arrive later could have been found by trying, and no longer count
// by themselves [AT11].
import * as z from 'zod/mini';
import { lateWorkSchema, type OwnSitting, type ResultsReply } from '#contract/wire/results.ts';
import type { Database } from '#db/client.ts';
import { instant, millis } from '#db/instants.ts';
import { TOO_LATE, tooLateSchema } from '#db/queries/held.ts';
import { PAGES } from '#db/queries/marking.ts';
import { toScoreList } from '#machines/sitting/scoring.ts';
import { publicPath } from '../files/read-file.ts';
import { rowInGroups } from '../in-groups.ts';
import { readKeys } from './settle.ts';

const rowSchema = z.object({
  results: z.array(
    z.object({
      exam_id: z.string(),
      sections: z.array(z.object({ name: z.string(), hundredths: z.int() })),
      documents: z.nullable(z.int()),
      late_work: z.nullable(lateWorkSchema),
      too_late: z.nullable(tooLateSchema),
      is_news: z.boolean(),
      corrected: z.nullable(
        z.object({ at: z.number(), before: z.int(), documents: z.optional(z.boolean()) }),
      ),
    }),
  ),
});

/** Reads in groups, because a hall that has submitted asks for its results at the same time. */
const read = rowInGroups<{ uid: string }>(
  'uid text',
  `select a.n, (
     select coalesce(json_agg(json_build_object('exam_id', s.exam_id, 'sections', r.sections, 'documents', r.documents,
       'late_work', r.late_work, 'too_late', ${TOO_LATE},
       'is_news', r.provisional and s.score_told_at is null, 'corrected',
       case when (r.corrected->>'at')::float8 >= ${millis('s.closed_at')} then r.corrected end) order by s.started_at desc, s.id), '[]')
     from sittings s join results r on r.sitting_id = s.id where s.uid = a.uid and s.state <> 'open') as results
   from a`,
);

const TELL = `update sittings s set version = version + 1, score_told_at = ${instant('$2')}
  from results r where r.sitting_id = s.id and s.uid = $1 and s.state <> 'open' and r.provisional and s.score_told_at is null
    and ($3::text = '' or s.exam_id = $3::text)`;

/** @param examId only this exam, so that no other score is told; empty for all */
export async function listResults(
  db: Database,
  { uid, examId }: { uid: string; examId: string },
  toldAt: number | null,
): Promise<ResultsReply> {
  const readThese = async () =>
    rowSchema
      .parse(await read(db, { uid }))
      .results.filter(({ exam_id }) => examId === '' || exam_id === examId);
  let results = await readThese();
  if (toldAt !== null && results.some(({ is_news }) => is_news)) {
    await db.rows(TELL, [uid, toldAt, examId]);
    results = await readThese();
  }
  return results.map(({ exam_id, sections, documents, late_work, too_late, corrected }) => ({
    examID: exam_id,
    score: toScoreList(sections, documents),
    ...(late_work && { lateWork: late_work }),
    ...(too_late && { tooLate: too_late }),
    ...(corrected && {
      corrected: {
        at: new Date(corrected.at).toISOString(),
        before: (corrected.before + (documents ?? 0)) / 100,
        ...(corrected.documents && { documents: true }),
      },
    }),
  }));
}

// A candidate's sittings for looking back. They include no score, because seeing one has consequences; scores are asked for separately
// (`listResults`).

const sittingsSchema = z.object({
  sittings: z.array(
    z.object({
      exam_id: z.string(),
      exam_name: z.string(),
      started: z.number(),
      closed: z.nullable(z.number()),
      code: z.nullable(z.string()),
      received: z.nullable(z.string()),
      items: z.array(z.int()),
      corrections: z.array(z.tuple([z.int(), z.int()])),
      pages: z.boolean(),
      pdf: z.nullable(z.string()),
    }),
  ),
});

/** Reads in groups: this is shown beside the result, so a whole hall asks for it in the same second. */
const readSittings = rowInGroups<{ uid: string }>(
  'uid text',
  `select a.n, (
     select coalesce(json_agg(json_build_object('exam_id', s.exam_id, 'exam_name', e.name, 'code', s.receipt->>'code',
       'received', s.receipt->>'receivedAt', 'started', ${millis('s.started_at')}, 'closed', ${millis('s.closed_at')},
       'pages', exists (select from ${PAGES}), 'items', i.items, 'pdf', case when e.hidden_at is null then e.result_file_id end,
       'corrections', (select coalesce(json_agg(json_build_array(c.revision_id, c.key_revision_id)), '[]')
         from key_corrections c where c.revision_id = any(i.items))) order by s.started_at desc, s.id), '[]')
     from sittings s join exams e on e.id = s.exam_id left join papers p on p.enrolment_id = s.enrolment_id,
       lateral (select coalesce(array_agg(item::int), '{}') as items
         from jsonb_array_elements(p.sections) section, jsonb_array_elements(section->'items') item) i
     where s.uid = a.uid) as sittings
   from a`,
);

/** Newest first. Needs at most one more query, for questions that this process hasn't read yet. */
export async function listOwnSittings(db: Database, uid: string): Promise<OwnSitting[]> {
  const rows = sittingsSchema.parse(await readSittings(db, { uid })).sittings;
  const keyOf = await readKeys(
    db,
    rows.flatMap(({ items }) => items),
    new Map(rows.flatMap(({ corrections }) => corrections)),
  );
  const worth = (items: readonly number[]) =>
    items.reduce((total, id) => total + keyOf(id).weightage, 0) / 100;
  return rows.map((row) => ({
    examID: row.exam_id,
    examName: row.exam_name,
    startedAt: new Date(row.started).toISOString(),
    closedAt: row.closed === null ? null : (row.received ?? new Date(row.closed).toISOString()),
    receipt: row.code,
    outOf: worth(row.items),
    pages: row.pages,
    ...(row.pdf !== null && { resultPdf: publicPath(row.pdf) }),
  }));
}
