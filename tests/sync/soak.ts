// The property suite for longer, on real PostgreSQL: `npm run soak`, `npm run soak -- --count 100000`,
// `npm run soak -- --seed 42` for one schedule, `--pglite` for the embedded database.
import { soak } from '#tests/support/soak.ts';
import { checkSchedules } from './check-schedules.ts';
import { openHall } from './hall.ts';
import { runSchedule } from './schedule.ts';

await soak({
  count: '20000',
  open: openHall,
  check: checkSchedules,
  run: runSchedule,
  kept: (seed) => `schedule ${seed} kept every rule`,
});
