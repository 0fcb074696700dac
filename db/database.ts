// The database as everything else sees it, whether PGlite or Postgres.
import type { ExtractTablesWithRelations } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
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
