/** Databases for Vitest: every call gives an empty one that nobody else sees, on real PostgreSQL. */
import { inject } from 'vitest';
import type {} from './postgres-setup.ts';
import { createDatabase } from './provision-postgres.ts';

/** The URL of a new, empty database (no migrations applied). It is gone when the run ends. */
export function freshPostgresUrl(): Promise<string> {
  return createDatabase(inject('postgresServerUrl'));
}
