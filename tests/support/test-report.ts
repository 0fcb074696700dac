/** Reads what Vitest and Playwright wrote about a run, and counts so that no failure can go missing. */
import { readFile } from 'node:fs/promises';
import * as z from 'zod';

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string() })),
    }),
  ),
});

const playwrightReport = z.object({
  stats: z.object({
    expected: z.number(),
    unexpected: z.number(),
    flaky: z.number(),
    skipped: z.number(),
  }),
});

function readVitest(report: unknown): Tally {
  const { testResults, ...sums } = vitestReport.parse(report);
  // A file that broke before or around its tests has failed, though none of its tests did.
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  return {
    passed: sums.numPassedTests,
    failed: sums.numFailedTests + brokenFiles.length,
    skipped: sums.numPendingTests + sums.numTodoTests,
  };
}

function readPlaywright(report: unknown): Tally {
  const { stats } = playwrightReport.parse(report);
  // A test that passes only at the second try hasn't passed.
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
  };
}

const readers = { vitest: readVitest, playwright: readPlaywright };

/**
 * The tally of a suite from its report `file` and exit code. At least one failure whenever the report is
 * missing or unreadable, nothing ran, or the runner ended with another code than 0.
 */
export async function tallySuite(
  runner: keyof typeof readers,
  file: string,
  exitCode: number,
): Promise<Tally> {
  let tally: Tally;
  try {
    tally = readers[runner](JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const unseen = tally.failed === 0 && (exitCode !== 0 || tally.passed === 0);
  return unseen ? { ...tally, failed: 1 } : tally;
}
