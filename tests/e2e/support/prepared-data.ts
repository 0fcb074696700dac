/**
 * Playwright's global setup: the server is bundled as it is now, and one such makes the demonstration in a database of one
 * PostgreSQL for the whole run. Every server of the run works on a copy of that, and starts in a third of the time that it takes
 * with the embedded database, whose WebAssembly each process compiles again.
 */
import bundleServer from '#api/build/bundle-server.ts';
import { createDatabase, provisionPostgres } from '../../support/provision-postgres.ts';
import { POSTGRES, PREPARED, runServer } from './running-server.ts';

/** @returns what removes it after the run */
export default async function prepareData(): Promise<() => Promise<void>> {
  await bundleServer();
  const postgres = await provisionPostgres({ flushes: false });
  const databaseUrl = await createDatabase(postgres.url);
  await (await runServer({ databaseUrl, demo: true })).leave();
  // Workers begin with this process's environment.
  process.env[POSTGRES] = postgres.url;
  process.env[PREPARED] = databaseUrl;
  return () => postgres.stop();
}
