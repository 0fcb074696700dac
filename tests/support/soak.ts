// A random suite for longer, on real PostgreSQL: `--count N` runs, `--seed N` for one, `--pglite` for the embedded database.
import { parseArgs } from 'node:util';
import { createDatabase, provisionPostgres } from './provision-postgres.ts';
import { seeds } from './random.ts';

interface Soak<Hall> {
  /** How many runs, if `--count` is not given. */
  count: string;
  open: (databaseUrl: string | undefined) => Promise<Hall>;
  /** @throws with the seed that failed */
  check: (hall: Hall, seeds: number[], where: string) => Promise<void>;
  run: (hall: Hall, seed: number) => Promise<unknown>;
  /** The message for a seed that kept every rule. */
  kept: (seed: string) => string;
}

export async function soak<Hall extends { api: { close(): Promise<void> } }>({
  count,
  open,
  check,
  run,
  kept,
}: Soak<Hall>): Promise<void> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      count: { type: 'string', default: count },
      pglite: { type: 'boolean', default: false },
    },
  });
  const server = values.pglite ? null : await provisionPostgres();
  const hall = await open(server ? await createDatabase(server.url) : undefined);
  const where = server ? server.description : 'PGlite';
  try {
    if (values.seed === undefined)
      await check(hall, seeds({ kept: 0, fresh: Number(values.count) }), where);
    else {
      await run(hall, Number(values.seed));
      console.log(`${where}: ${kept(values.seed)}`);
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  } finally {
    await hall.api.close();
    await server?.stop();
  }
}
