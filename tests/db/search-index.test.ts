/** Searches look into exactly what the trigram indexes hold: if only one of the two changed, searches would read all rows. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { personText, questionText } from '#db/schema/search-text.ts';
import { backends, openOn } from '#tests/support/test-database.ts';

const searches = [
  ['users_text', `users u where ${personText('u')}`],
  ['enrolments_txn', 'enrolments e where e.txn_id'],
  ['question_revisions_text', `question_revisions where ${questionText('question_revisions')}`],
] as const;

test.each(backends)('searches use their index on %s', async (kind) => {
  const db = await openOn(kind);
  try {
    for (const [index, where] of searches) {
      const plan = await db.transaction(async (tx) => {
        await tx.execute(sql`set local enable_seqscan = off`); // the tables are empty
        return tx.execute(sql.raw(`explain select 1 from ${where} ilike '%word%'`));
      });
      expect(JSON.stringify(plan)).toContain(`Bitmap Index Scan on ${index}`);
    }
  } finally {
    await db.close();
  }
});
