// Payment histories for longer, on real PostgreSQL: `npm run soak:payments` (10,000), `-- --count 100000`,
// `-- --seed 42` for one history, `-- --pglite` for the embedded database.
import { parseArgs } from 'node:util';
import { createDatabase, provisionPostgres } from '#tests/support/provision-postgres.ts';
import { seeds } from '#tests/support/seeds.ts';
import { openBankHall } from './bank-hall.ts';
import { checkHistories } from './check-histories.ts';
import { runHistory } from './history.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    count: { type: 'string', default: '10000' },
    pglite: { type: 'boolean', default: false },
  },
});

const server = values.pglite ? null : await provisionPostgres();
const hall = await openBankHall(server ? await createDatabase(server.url) : undefined);
const where = server ? server.description : 'PGlite';
try {
  if (values.seed === undefined)
    await checkHistories(hall, seeds({ kept: 0, fresh: Number(values.count) }), where);
  else {
    await runHistory(hall, Number(values.seed));
    console.log(`${where}: the books of payment history ${values.seed} agree`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await hall.api.close();
  await server?.stop();
}
