/**
 * Playwright's global setup. It bundles the server as it is now and starts one PostgreSQL for the whole run, in which a
 * server makes a database with the demonstration. Every server of the run works on a copy of that database. It starts
 * in a third of the time that it takes with the embedded database, whose WebAssembly each process compiles again.
 */
import bundleServer from '#api/build/bundle-server.ts';
import { createDatabase, provisionPostgres } from '../../support/provision-postgres.ts';
import { POSTGRES, PREPARED, runServer } from './running-server.ts';

/** @returns a function that stops PostgreSQL after the run */
export default async function prepareData(): Promise<() => Promise<void>> {
  await bundleServer();
  const postgres = await provisionPostgres({ flushes: false });
  const databaseUrl = await createDatabase(postgres.url);
  await (await runServer({ databaseUrl, demo: true })).leave();
  // Workers inherit this process's environment.
  process.env[POSTGRES] = postgres.url;
  process.env[PREPARED] = databaseUrl;
  return () => postgres.stop();
}
