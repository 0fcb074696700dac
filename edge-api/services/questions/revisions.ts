// What questions said: revisions never change, so a process may keep those it has read.
// Bounded, so that a bank of any size fits.

import { createHash } from 'node:crypto';
import { inArray } from 'drizzle-orm';
import * as z from 'zod/mini';
import { contentKey } from '#api/question-files/judge/item.ts';
import type { QuestionContent } from '#api/question-files/question-file.ts';
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

/**
 * The mark by which the bank knows a question again: its text, its options in any order, its type.
 */
export function contentHash(question: QuestionContent): string {
  return createHash('sha256').update(contentKey(question)).digest('hex');
}

// Corrected keys, by which papers drawn earlier are scored. Read each time, since they change: one indexed
// statement. Which revision says what never changes and is kept (revisions.ts).

const rowsSchema = z.array(z.object({ revision_id: z.int(), key_revision_id: z.int() }));

const READ = `select c.revision_id, c.key_revision_id from key_corrections c
  where c.revision_id in (select value::int from jsonb_array_elements_text($1::text::jsonb))`;

/** @returns from the revision in the paper to the revision whose key it is scored by; without those not corrected */
export async function readCorrections(
  db: Database,
  revisionIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = rowsSchema.parse(await db.rows(READ, [JSON.stringify(revisionIds)]));
  return new Map(rows.map((row) => [row.revision_id, row.key_revision_id]));
}
