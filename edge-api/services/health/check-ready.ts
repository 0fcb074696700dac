// Ready means: the database answers and has been migrated.
import * as z from 'zod/mini';
import type { Database } from '#db/client.ts';

const rowSchema = z.object({ migrations: z.int().check(z.positive()) });

/** A database that takes longer than this is no use to anyone waiting. */
const PATIENCE_MS = 3_000;

export async function isReady(db: Database): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('The database did not answer in time')), PATIENCE_MS);
  });
  try {
    const [row] = await Promise.race([
      db.rows('select count(*)::int as migrations from drizzle.__drizzle_migrations', []),
      late,
    ]);
    return rowSchema.safeParse(row).success;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
