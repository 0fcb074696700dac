// The property suite for longer, on real PostgreSQL: `npm run soak`, `npm run soak -- --count 100000`,
// `npm run soak -- --seed 42` for one schedule, `--pglite` for the embedded database.
import { parseArgs } from 'node:util';
import { createDatabase, provisionPostgres } from '#tests/support/provision-postgres.ts';
import { seeds } from '#tests/support/seeds.ts';
import { checkSchedules } from './check-schedules.ts';
import { openHall } from './hall.ts';
import { runSchedule } from './schedule.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    count: { type: 'string', default: '20000' },
    pglite: { type: 'boolean', default: false },
  },
});

const server = values.pglite ? null : await provisionPostgres();
const hall = await openHall(server ? await createDatabase(server.url) : undefined);
const where = server ? server.description : 'PGlite';
try {
  if (values.seed === undefined)
    await checkSchedules(hall, seeds({ kept: 0, fresh: Number(values.count) }), where);
  else {
    await runSchedule(hall, Number(values.seed));
    console.log(`${where}: schedule ${values.seed} kept every rule`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await hall.api.close();
  await server?.stop();
}
