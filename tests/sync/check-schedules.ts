// Many schedules in a row, from a seed that is printed, so that any of them can be run again.
import { randomInt } from 'node:crypto';
import type { Hall } from './hall.ts';
import { runSchedule } from './schedule.ts';

/** Runs `count` schedules from a fresh seed on. @throws Error of the first that breaks a rule */
export async function checkSchedules(hall: Hall, count: number, where: string): Promise<void> {
  const first = randomInt(1_000_000_000);
  const began = performance.now();
  console.log(
    `${where}: schedules ${first} to ${first + count - 1}; one again: npm run soak -- --seed N`,
  );
  for (let seed = first; seed < first + count; seed += 1) await runSchedule(hall, seed);
  const each = (performance.now() - began) / count;
  console.log(`${where}: ${count} schedules kept every rule, ${each.toFixed(1)} ms each`);
}
