/** Reads what Vitest and Playwright wrote about a run, and counts so that no failure can go missing. */
import { readFile } from 'node:fs/promises';
import { stripVTControlCharacters } from 'node:util';
import * as z from 'zod';

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Which tests failed, and the beginning of what each said. */
  readonly failures: readonly string[];
}

/** The most characters of an error that are shown after the test's name. */
const ERROR_LENGTH = 1_500;

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({
      status: z.string(),
      name: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

const playwrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  line: z.number(),
  ok: z.boolean(),
  tests: z.array(
    z.object({
      results: z.array(z.object({ errors: z.array(z.object({ message: z.string().optional() })) })),
    }),
  ),
});

const playwrightSuite = z.object({
  specs: z.array(playwrightSpec),
  get suites() {
    return z.array(playwrightSuite).optional();
  },
});

const playwrightReport = z.object({
  suites: z.array(playwrightSuite),
  errors: z.array(z.object({ message: z.string().optional() })).default([]),
  stats: z.object({
    expected: z.number(),
    unexpected: z.number(),
    flaky: z.number(),
    skipped: z.number(),
  }),
});

const told = (where: string, messages: readonly (string | undefined)[]) =>
  `${where}\n${stripVTControlCharacters(messages.join('\n')).slice(0, ERROR_LENGTH)}`.trim();

function readVitest(report: unknown): Tally {
  const { testResults, ...sums } = vitestReport.parse(report);
  // A file that broke before or around its tests has failed, though none of its tests did.
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  const failedTests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => told(`${name}: ${test.fullName}`, test.failureMessages ?? [])),
  );
  return {
    passed: sums.numPassedTests,
    failed: sums.numFailedTests + brokenFiles.length,
    skipped: sums.numPendingTests + sums.numTodoTests,
    failures: [...failedTests, ...brokenFiles.map(({ name, message }) => told(name, [message]))],
  };
}

type PlaywrightSuite = z.output<typeof playwrightSuite>;

function specsOf({ specs, suites = [] }: PlaywrightSuite): z.output<typeof playwrightSpec>[] {
  return [...specs, ...suites.flatMap(specsOf)];
}

function readPlaywright(report: unknown): Tally {
  const { stats, suites, errors } = playwrightReport.parse(report);
  const failedTests = suites.flatMap(specsOf).filter(({ tests, ok }) => {
    // A test that passes only at the second try hasn't passed.
    return !ok || tests.some(({ results }) => results.some((result) => result.errors.length > 0));
  });
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    failures: [
      ...failedTests.map(({ file, line, title, tests }) => {
        const found = tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
        return told(
          `${file}:${line}: ${title}`,
          found.map(({ message }) => message),
        );
      }),
      ...errors.map(({ message }) => told('outside any test', [message])),
    ],
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
    return { passed: 0, failed: 1, skipped: 0, failures: [] };
  }
  const unseen = tally.failed === 0 && (exitCode !== 0 || tally.passed === 0);
  return unseen ? { ...tally, failed: 1 } : tally;
}
