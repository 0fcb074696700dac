// A paper as a candidate of this exam might get it, drawn for the administrator's eyes and kept nowhere:
// no sitting, no paper, nothing that was written. Without correct answers, as on a phone.
import { randomInt } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { PaperQuestion } from '#contract/wire/sync.ts';
import type { Database } from '#db/client.ts';
import { findExam } from '#db/queries/exams.ts';
import { bankState } from '#db/schema/exams.ts';
import { drawPaper } from '#machines/sitting/draw.ts';
import { Problem } from '../../problem.ts';
import { readPool } from '../questions/bank-pool.ts';
import { readRevisions } from '../questions/revisions.ts';

/** @throws Problem not-found; section-too-large where the bank can't fill a section */
export async function previewExam(db: Database, examId: string): Promise<PaperQuestion[]> {
  const exam = await findExam(db.orm, examId);
  if (!exam) throw new Problem('not-found');
  const [bank] = await db.orm
    .select({ version: bankState.version })
    .from(bankState)
    .where(eq(bankState.id, 1));
  const pool = await readPool(db, bank?.version ?? 0);
  const sections = drawPaper(
    exam.sections,
    (type) => pool.get(type) ?? [],
    (bound) => randomInt(bound),
  );
  if (!sections) throw new Problem('section-too-large');
  const revisions = await readRevisions(
    db,
    sections.flatMap(({ items }) => items),
  );
  return sections.flatMap(({ name, items }) =>
    items.flatMap((id) => {
      const revision = revisions.get(id);
      if (!revision) return [];
      const { qid, text, options } = revision;
      return [{ qid, section: name, text, options: [...options] }];
    }),
  );
}
