// What questions said: revisions never change, so a process may keep those it has read.
// Bounded, so that a bank of any size fits.
import { inArray } from 'drizzle-orm';
import { type OptionName, optionNames } from '#contract/wire/values.ts';
import type { Database } from '#db/client.ts';
import { questionRevisions } from '#db/schema/exams.ts';

export type Revision = {
  id: number;
  qid: string;
  text: string;
  options: readonly string[];
  correct: OptionName;
  weightage: number; // hundredths
  negative: number; // hundredths
};

/** Some 20 MB at half a kilobyte each. */
const MOST_KEPT = 40_000;
const kept = new WeakMap<Database, Map<number, Revision>>();

/** @returns all the revisions asked for, by id; one query for those not kept yet */
export async function readRevisions(
  db: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Revision>> {
  let known = kept.get(db);
  if (!known || known.size + ids.length > MOST_KEPT) {
    known = new Map();
    kept.set(db, known);
  }
  const missing = ids.filter((id) => !known.has(id));
  if (missing.length === 0) return known;
  const rows = await db.orm
    .select()
    .from(questionRevisions)
    .where(inArray(questionRevisions.id, missing));
  for (const row of rows) {
    const correct = optionNames[row.correct];
    if (!correct) throw new Error(`Question revision ${row.id} has no correct option`);
    const { id, questionId: qid, text, options, weightage, negative } = row;
    known.set(id, { id, qid, text, options, correct, weightage, negative });
  }
  return known;
}
