// Many histories in a row, from a seed that is printed, so that any of them can be run again.
import { randomInt } from 'node:crypto';
import type { BankHall } from './bank-hall.ts';
import { checkNumbers } from './check-books.ts';
import { runHistory } from './history.ts';

/** Runs `count` histories from a fresh seed on. @throws Error of the first whose books don't agree */
export async function checkHistories(hall: BankHall, count: number, where: string): Promise<void> {
  const first = randomInt(1_000_000_000);
  const began = performance.now();
  console.log(
    `${where}: payment histories ${first} to ${first + count - 1}; one again: npm run soak:payments -- --seed N`,
  );
  for (let seed = first; seed < first + count; seed += 1) await runHistory(hall, seed);
  await checkNumbers(hall);
  const each = (performance.now() - began) / count;
  console.log(
    `${where}: the books of ${count} payment histories agree, ${each.toFixed(1)} ms each`,
  );
}
