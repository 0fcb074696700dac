/** Vitest's global setup: one PostgreSQL for the whole run, stopped and removed after it. */
import type { TestProject } from 'vitest/node';
import { provisionPostgres } from './provision-postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresServerUrl: string;
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await provisionPostgres();
  process.stdout.write(`Postgres: ${server.description}\n`);
  project.provide('postgresServerUrl', server.url);
  return () => server.stop();
}
