// Many schedules, each from a seed, so that any of them can be run again.
import type { Hall } from './hall.ts';
import { runSchedule } from './schedule.ts';

/** @throws Error for the first schedule that breaks a rule; it names the seed */
export async function checkSchedules(
  hall: Hall,
  seeds: readonly number[],
  where: string,
): Promise<void> {
  const began = performance.now();
  console.log(`${where}: schedules to ${seeds.at(-1)}; one again: npm run soak -- --seed N`);
  for (const seed of seeds) await runSchedule(hall, seed);
  const each = (performance.now() - began) / seeds.length;
  console.log(`${where}: ${seeds.length} schedules kept every rule, ${each.toFixed(1)} ms each`);
}
