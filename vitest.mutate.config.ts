/** What `npm run mutate` runs for each small change: the tests beside the rules. Each file apart, so that none is skipped. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      '{state-machines,seals}/**/*.test.ts',
      'web/src/exam/**/*.test.ts',
      'tests/sync/simulate-late.test.ts',
    ],
    testTimeout: 60_000,
    maxWorkers: 1,
  },
});
