/** Databases for Vitest on real PostgreSQL: every call gives one that nobody else sees. */
import { inject } from 'vitest';
import { type Database, openDatabase } from '#db/client.ts';
import { embeddedDatabase } from './embedded-database.ts';
import type {} from './postgres-setup.ts';
import { createDatabase } from './provision-postgres.ts';

/** The URL of a new, empty database (no migrations applied). It is gone when the run ends. */
export function freshPostgresUrl(): Promise<string> {
  return createDatabase(inject('postgresServerUrl'));
}

/** The URL of a new database, migrated and without rows: a copy, which takes half the time of migrating. */
export function migratedPostgresUrl(): Promise<string> {
  return createDatabase(inject('postgresServerUrl'), inject('migratedPostgresUrl'));
}

/** What a suite runs on: `describe.each(backends)`. */
export const backends = ['PGlite', 'Postgres'] as const;
type Backend = (typeof backends)[number];

/** For `startApi`: a database of that kind, migrated and without rows. */
export async function databaseOn(backend: Backend): Promise<{ databaseUrl?: string }> {
  return backend === 'Postgres' ? { databaseUrl: await migratedPostgresUrl() } : {};
}

/** Like `databaseOn`, but opens the database. */
export async function openOn(backend: Backend): Promise<Database> {
  const { databaseUrl } = await databaseOn(backend);
  return databaseUrl ? openDatabase({ databaseUrl }) : embeddedDatabase();
}
