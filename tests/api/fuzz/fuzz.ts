// Random requests to every operation of the OpenAPI document, from seeds that reproduce them.
import fc from 'fast-check';
import { ask } from './ask.ts';
import { readDocument } from './document.ts';
import { recipes } from './recipes.ts';
import { type Twist, twist, twistsOf } from './twists.ts';
import type { World } from './world.ts';

type Plan = {
  seeds: readonly number[];
  /** Requests to each operation per seed. With the first seed, the first request is left unchanged. */
  runs: number;
  /** Tries this one operation only. */
  only?: string | undefined;
};

const asMeant: Twist = { sender: 'as-meant', more: {}, spoil: { how: 'not at all' } };

/**
 * @returns the operations, and those of them on which no request succeeded
 * @throws Error that names, for each operation, the answer that broke a promise and the smallest request that causes it
 */
export async function fuzz(
  world: World,
  { seeds, runs, only }: Plan,
  where: string,
): Promise<{ operations: string[]; missed: string[] }> {
  const began = performance.now();
  console.log(`${where}: seeds ${seeds}; again: npm run fuzz -- --runs ${runs} --seed N`);
  const operations = (await readDocument(world.api)).filter(
    ({ name }) => only === undefined || name === only,
  );
  const reached = new Set<string>();
  const faults: string[] = [];
  let requests = 0;
  for (const [place, seed] of seeds.entries()) {
    // The unchanged request is the same with every seed.
    const examples: [Twist][] = place === 0 ? [[asMeant]] : [];
    for (const operation of operations) {
      const { name } = operation;
      const recipe = recipes[name];
      const known = await world.known();
      const once = async (drawn: Twist) => {
        const attempt = (await recipe?.(world)) ?? {};
        const status = await ask(world, operation, twist(attempt, drawn, known), drawn);
        requests += 1;
        if (status < 400) reached.add(name);
      };
      const details = await fc.check(fc.asyncProperty(twistsOf(operation), once), {
        seed,
        numRuns: place === 0 ? runs : runs - 1,
        examples,
      });
      if (details.failed) faults.push(`${name} [seed ${seed}] ${tell(details)}`);
    }
  }
  if (faults.length > 0) throw new Error(faults.join('\n'));
  const each = (performance.now() - began) / requests;
  console.log(`${where}: ${requests} requests kept every promise, ${each.toFixed(1)} ms each`);
  const names = operations.map(({ name }) => name);
  return { operations: names, missed: names.filter((name) => !reached.has(name)) };
}

function tell({ errorInstance, counterexample }: fc.RunDetails<[Twist]>): string {
  const what = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  return `${what}\n  asked by ${fc.stringify(counterexample?.[0])}`;
}
