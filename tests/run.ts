/**
 * The whole check in one run: checks, unit and server tests, the build and its byte budget, and the browser tests. Two rows of
 * steps run side by side, because each step sometimes waits for servers, networks and clocks, and only together do they keep two
 * cores busy. A step's output is shown when it ends; only the browser tests, which take longest, print as they go. Every step
 * runs even after an earlier one failed, unless it needs that one's result. Failures are listed again at the end, with their
 * errors. The last line is the sum alone: `N passed, N failed, N skipped`. Exit code 0 only when nothing failed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { provisionBrowsers } from './support/provision-chromium.ts';
import { type Tally, tallySuite } from './support/test-report.ts';

interface StepResult extends Tally {
  readonly name: string;
  readonly seconds: number;
}

const ROOT = join(import.meta.dirname, '..');
const reports = await mkdtemp(join(tmpdir(), 'pariksha-reports-'));
const results: StepResult[] = [];
const running = new Set<ChildProcess>();
let interrupted = false;

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    interrupted = true;
    for (const child of running) child.kill(signal);
  });
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

type Print = (text: string) => void;

/** Runs an npm script; resolves to its exit code. */
function npmRun(
  print: Print,
  script: string,
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<number> {
  if (interrupted) return Promise.resolve(130);
  return new Promise((resolve) => {
    const child = spawn('npm', ['run', '--silent', script, '--', ...args], {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', print);
    }
    child.on('error', (error) => {
      print(`${error.message}\n`);
      resolve(127);
    });
    child.on('close', (code) => {
      running.delete(child);
      resolve(code ?? 1);
    });
  });
}

interface Step {
  readonly name: string;
  readonly act: (print: Print) => Promise<Tally>;
}

/** How many last characters of output are shown for a step that failed without naming a test. */
const LAST_WORDS = 3_000;

/** The most characters of a line that names a failure in the summary. */
const LINE_LENGTH = 240;

/** @param isKept holds the output back until the step ends, so that it doesn't mix with that of the browser tests */
async function run({ name, act }: Step, isKept: boolean): Promise<boolean> {
  const kept: string[] = [];
  if (!isKept) say(`\n=== ${name}`);
  const start = performance.now();
  const tally = await act((text) => {
    kept.push(text);
    if (!isKept) process.stdout.write(text);
  });
  const seconds = (performance.now() - start) / 1000;
  const lastWords = tally.failed > tally.failures.length ? [kept.join('').slice(-LAST_WORDS)] : [];
  results.push({ name, seconds, ...tally, failures: [...tally.failures, ...lastWords] });
  if (isKept) say(`\n=== ${name} (${seconds.toFixed(1)} s)\n${kept.join('').trimEnd()}`);
  return tally.failed === 0;
}

function check(name: string, script: string, env: NodeJS.ProcessEnv = {}): Step {
  return {
    name,
    act: async (print) => {
      const passed = (await npmRun(print, script, [], env)) === 0;
      return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0, failures: [] };
    },
  };
}

function vitest(name: string, script: string): Step {
  return {
    name,
    act: async (print) => {
      const file = join(reports, `${script.replace(':', '-')}.json`);
      const args = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
      return tallySuite('vitest', file, await npmRun(print, script, args));
    },
  };
}

function browser(name: string, built: boolean): Step {
  const act = async (print: Print): Promise<Tally> => {
    const file = join(reports, 'browser.json');
    try {
      if (!built) throw new Error('Not run: there is no build to test.');
      const { whole, shell } = await browsers;
      for (const each of new Set([whole, shell]))
        print(`Chromium: ${each.version}, ${each.source} (${each.path})\n`);
      const env = {
        CHROME_PATH: whole.path,
        CHROME_SHELL_PATH: shell.path,
        PLAYWRIGHT_JSON_OUTPUT_FILE: file,
      };
      const code = await npmRun(print, 'test:e2e', ['--reporter=list,json'], env);
      return tallySuite('playwright', file, code);
    } catch (error) {
      print(`${error instanceof Error ? error.message : error}\n`);
      return { passed: 0, failed: 1, skipped: 0, failures: [] };
    }
  };
  return { name, act };
}

const sum = (pick: (result: StepResult) => number) =>
  results.reduce((total, result) => total + pick(result), 0);

const start = performance.now();
// Browsers are installed beside everything else. If that fails, the browser tests report why.
const browsers = provisionBrowsers();
browsers.catch(() => {});
const building = run(check('build', 'build'), true);
const row = async (steps: readonly Step[]) => {
  for (const step of steps) await run(step, true);
};
await Promise.all([
  building.then(async (built) => {
    await row([
      vitest('byte budget of the build', 'test:built'),
      vitest('unit tests', 'test:unit'),
    ]);
    await run(browser('browser tests', built), false);
  }),
  row([
    // At its default, Go's garbage collector takes a fifth of the compiler's time; this setting costs a sixth more memory.
    check('types', 'typecheck', { GOGC: '400' }),
    check('format and lint', 'lint'),
    check('dead code', 'knip'),
  ]).then(async () => {
    // Servers are started from the build.
    await building;
    await row([vitest('server tests on PostgreSQL', 'test:server')]);
  }),
]);
await rm(reports, { recursive: true, force: true });

for (const { name, failures } of results)
  for (const failure of failures) say(`\n=== failed in ${name}\n${failure}`);

say(`\n=== summary after ${((performance.now() - start) / 1000).toFixed(1)} s`);
for (const { name, passed, failed, skipped, seconds, failures } of results) {
  const counts = `${passed} passed, ${failed} failed, ${skipped} skipped`;
  say(`${failed === 0 ? 'ok  ' : 'FAIL'} ${name}: ${counts} (${seconds.toFixed(1)} s)`);
  // For readers who keep only the end of this output: what failed, and with which error.
  for (const failure of failures)
    for (const line of failure.split('\n').slice(0, 2)) say(`     ${line.slice(0, LINE_LENGTH)}`);
}
const failed = sum((result) => result.failed);
process.exitCode = failed === 0 && !interrupted ? 0 : 1;
say(
  `\n${sum((result) => result.passed)} passed, ${failed} failed, ${sum((result) => result.skipped)} skipped`,
);
