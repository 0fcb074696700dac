// The database as everything else sees it, whether PGlite or Postgres.

import { fileURLToPath } from 'node:url';
import type { ExtractTablesWithRelations } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import * as z from 'zod/mini';
import type * as tables from './schema/tables.ts';

type Tables = typeof tables;
/** Typed queries; a transaction gets the same. */
export type Orm = PgDatabase<PgQueryResultHKT, Tables, ExtractTablesWithRelations<Tables>>;

export type Database = {
  kind: 'pglite' | 'postgres';
  orm: Orm;
  /**
   * One prepared statement, for what many candidates do at the same time: the server plans it once per connection. Pass
   * JSON as text with a cast in the statement, and read instants as milliseconds, so that both drivers give the same.
   * Rows are unknown: parse them.
   */
  rows(
    statement: string,
    params: readonly (string | number | boolean | null)[],
  ): Promise<unknown[]>;
  transaction<T>(act: (tx: Orm) => Promise<T>): Promise<T>;
  /**
   * Notifies every listening process, including this one; at most some 7,900 bytes, and lost if nobody is connected.
   */
  notify(channel: string, text: string): Promise<void>;
  /** @param begun called whenever listening starts or restarts: earlier notices may be lost */
  listen(channel: string, hear: (text: string) => void, begun: () => void): Promise<void>;
  close(): Promise<void>;
};

// Reads which migrations a database has had, without running any.

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
