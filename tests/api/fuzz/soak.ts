// Random requests for longer, on real PostgreSQL: `npm run fuzz` (300 to each operation), `-- --runs 2000`,
// `-- --seed 42` to repeat the same ones, `-- --only 'put /account'` for one operation, `-- --pglite`.
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { createDatabase, provisionPostgres } from '#tests/support/provision-postgres.ts';
import { fuzz } from './fuzz.ts';
import { openWorld } from './world.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(randomInt(1_000_000_000)) },
    runs: { type: 'string', default: '300' },
    only: { type: 'string' },
    pglite: { type: 'boolean', default: false },
  },
});

const server = values.pglite ? null : await provisionPostgres();
const world = await openWorld(server ? await createDatabase(server.url) : undefined);
try {
  const plan = { seeds: [Number(values.seed)], runs: Number(values.runs), only: values.only };
  const { operations, missed } = await fuzz(world, plan, server?.description ?? 'PGlite');
  const reached = operations.length - missed.length;
  console.log(`success on ${reached} of ${operations.length} operations`, ...missed);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await world.close();
  await server?.stop();
}
