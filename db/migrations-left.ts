// Which migrations a database has had; runs none.
import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import * as z from 'zod/mini';
import type { Database } from './database.ts';

export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

const doneSchema = z.array(z.object({ at: z.number() }));
const thereSchema = z.array(z.object({ there: z.boolean() }));

/** `left`: known here and not applied yet; `newer`: applied by a later version of the program. */
export async function migrationsLeft(
  db: Database,
): Promise<{ done: number; left: number; newer: number }> {
  const known = readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis);
  const [table] = thereSchema.parse(
    await db.rows("select to_regclass('drizzle.__drizzle_migrations') is not null as there", []),
  );
  if (!table?.there) return { done: 0, left: known.length, newer: 0 };
  const done = doneSchema
    .parse(await db.rows('select created_at::float8 as at from drizzle.__drizzle_migrations', []))
    .map(({ at }) => at);
  const last = Math.max(...known);
  return {
    done: done.length,
    left: known.filter((at) => !done.includes(at)).length,
    newer: done.filter((at) => at > last).length,
  };
}
