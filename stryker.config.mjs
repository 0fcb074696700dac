/**
 * Mutation testing (`npm run mutate`): each small change of a rule must make some test fail.
 * `npm run mutate -- --mutate 'state-machines/sitting/rules.ts'` for one file.
 */
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutate.config.ts', related: true },
  coverageAnalysis: 'perTest',
  mutate: [
    'state-machines/{hall,merit,sitting,sync,user-status}/*.ts',
    'seals/*.ts',
    'web/src/exam/{local-db,sync}/*.ts',
    '!**/*.test.ts',
  ],
  ignorePatterns: ['/dist', '/data', '/test-results', '/docs', '/web/public'],
  ignoreStatic: true,
  tempDirName: '.stryker/sandbox',
  concurrency: 2,
  timeoutMS: 20_000,
  reporters: ['clear-text', 'progress', 'json'],
  jsonReporter: { fileName: '.stryker/report.json' },
  clearTextReporter: { logTests: false, allowColor: false },
};
