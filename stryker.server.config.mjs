import rules from './stryker.config.mjs';

/**
 * Mutation testing of the server's rooms that decide who gets in, what counts and what is paid, on real databases:
 * `npm run mutate:server -- --mutate 'edge-api/services/payments/judge-status.ts'`. Seconds for each change.
 */
export default {
  ...rules,
  vitest: { configFile: 'vitest.mutate-server.config.ts', related: false },
  mutate: ['edge-api/services/{auth,payments,sittings}/*.ts', '!**/*.test.ts'],
  dryRunTimeoutMinutes: 30,
  timeoutMS: 60_000,
  jsonReporter: { fileName: '.stryker/server-report.json' },
};
