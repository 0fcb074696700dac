// The scores that a rescore changes, a page at a time, as the candidates see them.
import type { RescoreChange } from '#contract/desk/rescores.ts';
import { countChanges, findLatestRescore, listChanges as listRows } from '#db/queries/rescores.ts';
import { toScoreList } from '#machines/sitting/scoring.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';

/** @throws Problem not-found when no rescore was ever asked for */
export async function listChanges(
  deps: Deps,
  wanted: { questionId: string; page: number; pageSize: number },
): Promise<{ rows: RescoreChange[]; total: number }> {
  const rescore = await findLatestRescore(deps.db.orm, wanted.questionId);
  if (!rescore) throw new Problem('not-found');
  const { waiting, applied } = await countChanges(deps.db, rescore.id);
  const found = await listRows(deps.db, { rescoreId: rescore.id, ...wanted });
  const rows = found.map((row) => ({
    sittingId: row.sitting_id,
    uid: row.uid,
    fullName: row.full_name,
    examName: row.exam_name,
    before: toScoreList(row.before, row.documents),
    after: toScoreList(row.after, row.documents),
    applied: row.applied,
  }));
  return { rows, total: waiting + applied };
}
