// Where the latest rescore of a question stands, and what its candidates saw.

import type { Deps } from '#api/deps.ts';
import { Problem } from '#api/problem.ts';
import { readCorrections, readRevisions } from '#api/services/questions/revisions.ts';
import { keyAsSeen } from '#api/services/sittings/settle.ts';
import type { Rescore, RescoreChange } from '#contract/desk/rescores.ts';
import { countChanges, findLatestRescore, listChanges as listRows } from '#db/queries/rescores.ts';
import { type KeyItem, toScoreList } from '#machines/sitting/scoring.ts';

/** @throws Problem not-found when none was ever asked for */
export async function readRescore(deps: Deps, questionId: string): Promise<Rescore> {
  const { db } = deps;
  const rescore = await findLatestRescore(db.orm, questionId);
  if (!rescore) throw new Problem('not-found');
  const { waiting, applied } = await countChanges(db, rescore.id);
  const met = rescore.revisionsMet;
  const inForce = await readCorrections(db, met);
  const revisions = await readRevisions(db, [...met, ...inForce.values(), rescore.keyRevisionId]);
  const corrected = revisions.get(rescore.keyRevisionId);
  if (!corrected) throw new Error(`Question revision ${rescore.keyRevisionId} is missing`);
  const versions = met.flatMap((id) => {
    const seen = revisions.get(id);
    if (!seen) return [];
    const keyId = inForce.get(id);
    // Once applied, the one in force is this one: what was before is then the key the paper was drawn with.
    const earlier = keyId === rescore.keyRevisionId ? undefined : revisions.get(keyId ?? id);
    const after = keyAsSeen(seen, corrected);
    return {
      revision: id,
      text: seen.text,
      options: [...seen.options],
      sameText: seen.text === corrected.text,
      before: toKey((earlier && keyAsSeen(seen, earlier)) ?? seen),
      after: after && toKey(after),
    };
  });
  const { version, state, papers, checked, leftOut } = rescore;
  return {
    version,
    state,
    corrected: rescore.appliedAt !== null,
    question: corrected.text,
    versions,
    papers,
    checked,
    leftOut,
    changes: waiting,
    applied,
  };
}

function toKey({ correct, weightage, negative }: KeyItem) {
  return { CorrectAnswer: correct, Weightage: weightage / 100, Negative: negative / 100 };
}

// The scores that a rescore changes, a page at a time, as the candidates see them.

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
