/**
 * Three suites: `unit` needs nothing, `server` has a real PostgreSQL, `built` reads dist/ after a build.
 */
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const TYPES = '{test.ts,test.tsx}';

/** Half of the server tests' time. */
const LONG =
  /\/(?:fuzz|payments-histories)\/|\/sync\/(?:postgres|pglite|planted-faults)\.|\/(?:questions-upload|start|admin-reset|replica|hall-stream|killed-postgres|long-logs|log-rewritten|embedded-on-disk|thread|tracing)\.test/;

/** Vitest begins with the largest files; these are small, and at the end one core would wait for the last of them. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    // Far above what any test takes, so that a busy machine fails none.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // As for those; by default a busy machine has a second.
    expect: { poll: { timeout: 60_000, interval: 20 } },
    restoreMocks: true,
    unstubGlobals: true,
    // Both cores of a small machine; by default one of them is left idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // A worker loads the API and PGlite once, not for each of its files; tests share nothing else.
    isolate: false,
    setupFiles: ['tests/support/load-again.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            `{state-machines,seals}/**/*.${TYPES}`,
            `web/**/*.${TYPES}`,
            'tests/{*,torture/*}.test.ts',
          ],
          exclude: ['tests/budget*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          // A third of their time is waiting for servers, networks and the pauses of the product itself.
          maxWorkers: Math.max(3, availableParallelism()),
          sequence: { groupOrder: 1 },
          include: [
            'db/**/*.test.ts',
            'edge-api/**/*.test.ts',
            'tests/{api,db,sync,support}/**/*.test.ts',
          ],
          globalSetup: ['edge-api/build/bundle-server.ts', 'tests/support/postgres-setup.ts'],
        },
      },
      { extends: true, test: { name: 'built', include: ['tests/budget*.test.ts'] } },
    ],
  },
});
