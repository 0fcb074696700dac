/** What `npm run mutate:server` runs for each small change: the server tests that reach those rooms. */
import { defineConfig } from 'vitest/config';

const API =
  '{account,auth,candidates,gateway-webhook,payments*,second-factor,security-log,sessions-together,sign-up-bounds,signed-in-before,staff,text-messages}';
const DB =
  '{documents,hall,hand-over,late-work,live,long-logs,pushes-together,rescoring,sealed-papers,sitting,sittings-together,what-counts,withheld-logs}';

export default defineConfig({
  test: {
    include: [
      `tests/api/${API}.test.ts`,
      `tests/db/${DB}.test.ts`,
      'edge-api/services/**/*.test.ts',
    ],
    isolate: false,
    restoreMocks: true,
    unstubGlobals: true,
    setupFiles: ['tests/support/load-again.ts'],
    globalSetup: ['tests/support/postgres-setup.ts'],
    // A change after which something never comes is noticed sooner than a busy machine needs.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000, interval: 20 } },
  },
});
