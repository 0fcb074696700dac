// Runs many histories, each from a seed, so that any of them can be repeated.
import type { BankHall } from './bank-hall.ts';
import { checkNumbers } from './check-books.ts';
import { runHistory } from './history.ts';

/** @throws Error for the first history whose books don't agree; it names the seed */
export async function checkHistories(
  hall: BankHall,
  seeds: readonly number[],
  where: string,
): Promise<void> {
  const began = performance.now();
  console.log(
    `${where}: payment histories to ${seeds.at(-1)}; one again: npm run soak:payments -- --seed N`,
  );
  for (const seed of seeds) await runHistory(hall, seed);
  await checkNumbers(hall);
  const each = (performance.now() - began) / seeds.length;
  console.log(
    `${where}: the books of ${seeds.length} payment histories agree, ${each.toFixed(1)} ms each`,
  );
}
