// Where the latest rescore of a question stands, and what its candidates saw.
import type { Rescore } from '#contract/desk/rescores.ts';
import { countChanges, findLatestRescore } from '#db/queries/rescores.ts';
import type { KeyItem } from '#machines/sitting/scoring.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { readCorrections } from '../questions/key-corrections.ts';
import { readRevisions } from '../questions/revisions.ts';
import { keyAsSeen } from '../sittings/settle.ts';

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
