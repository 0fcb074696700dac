/**
 * Vitest's global setup: one PostgreSQL for the whole run, with a migrated database to copy; it is stopped and removed
 * at the end. The embedded database that workers copy is made here, too, so that it is made only once.
 */
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#db/client.ts';
import { databaseSnapshot } from './embedded-database.ts';
import { createDatabase, provisionPostgres } from './provision-postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresServerUrl: string;
    migratedPostgresUrl: string;
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const [server] = await Promise.all([provisionPostgres({ flushes: false }), databaseSnapshot()]);
  process.stdout.write(`Postgres: ${server.description}\n`);
  project.provide('postgresServerUrl', server.url);
  const databaseUrl = await createDatabase(server.url);
  await (await openDatabase({ databaseUrl })).close();
  project.provide('migratedPostgresUrl', databaseUrl);
  return () => server.stop();
}
