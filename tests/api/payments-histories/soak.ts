// Payment histories for longer, on real PostgreSQL: `npm run soak:payments` (10,000), `-- --count 100000`,
// `-- --seed 42` for one history, `-- --pglite` for the embedded database.
import { soak } from '#tests/support/soak.ts';
import { openBankHall } from './bank-hall.ts';
import { checkHistories } from './check-histories.ts';
import { runHistory } from './history.ts';

await soak({
  count: '10000',
  open: openBankHall,
  check: checkHistories,
  run: runHistory,
  kept: (seed) => `the books of payment history ${seed} agree`,
});
