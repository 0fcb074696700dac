/**
 * Everything that must hold, in one run: checks, unit and server tests, the build and its byte budget, and
 * the browser. Every step runs even when an earlier one failed, unless it needs that one's result. The
 * last line, alone, is the sum: `N passed, N failed, N skipped`. Exit code 0 only when nothing failed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { provisionChromium } from './support/provision-chromium.ts';
import { type Tally, tallySuite } from './support/test-report.ts';

interface StepResult extends Tally {
  readonly name: string;
  readonly seconds: number;
}

const ROOT = join(import.meta.dirname, '..');
const reports = await mkdtemp(join(tmpdir(), 'pariksha-reports-'));
const results: StepResult[] = [];
let running: ChildProcess | undefined;
let interrupted = false;

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    interrupted = true;
    running?.kill(signal);
  });
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Runs an npm script with its output shown as it comes; resolves to its exit code. */
function npmRun(script: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  if (interrupted) return Promise.resolve(130);
  return new Promise((resolve) => {
    running = spawn('npm', ['run', '--silent', script, '--', ...args], {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    running.on('error', (error) => {
      say(error.message);
      resolve(127);
    });
    running.on('close', (code) => resolve(code ?? 1));
  });
}

async function step(name: string, act: () => Promise<Tally>): Promise<boolean> {
  say(`\n=== ${name}`);
  const start = performance.now();
  const tally = await act();
  results.push({ name, seconds: (performance.now() - start) / 1000, ...tally });
  return tally.failed === 0;
}

function check(name: string, script: string): Promise<boolean> {
  return step(name, async () => {
    const passed = (await npmRun(script, [], {})) === 0;
    return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 };
  });
}

function vitest(name: string, script: string): Promise<boolean> {
  return step(name, async () => {
    const file = join(reports, `${script.replace(':', '-')}.json`);
    const args = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    return tallySuite('vitest', file, await npmRun(script, args, {}));
  });
}

function browser(name: string, built: boolean): Promise<boolean> {
  return step(name, async () => {
    const file = join(reports, 'browser.json');
    try {
      if (!built) throw new Error('Not run: there is no build to test.');
      const chromium = await provisionChromium();
      say(`Chromium: ${chromium.version}, ${chromium.source} (${chromium.path})`);
      const env = { CHROME_PATH: chromium.path, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
      const code = await npmRun('test:e2e', ['--reporter=list,json'], env);
      return tallySuite('playwright', file, code);
    } catch (error) {
      say(error instanceof Error ? error.message : String(error));
      return { passed: 0, failed: 1, skipped: 0 };
    }
  });
}

const sum = (pick: (result: StepResult) => number) =>
  results.reduce((total, result) => total + pick(result), 0);

await check('types', 'typecheck');
await check('format and lint', 'lint');
await check('who imports whom', 'deps');
await check('dead code', 'knip');
await vitest('unit tests', 'test:unit');
await vitest('server tests on PostgreSQL', 'test:server');
const built = await check('build', 'build');
await vitest('byte budget of the build', 'test:built');
await browser('browser tests', built);
await rm(reports, { recursive: true, force: true });

say('\n=== summary');
for (const { name, passed, failed, skipped, seconds } of results) {
  const counts = `${passed} passed, ${failed} failed, ${skipped} skipped`;
  say(`${failed === 0 ? 'ok  ' : 'FAIL'} ${name}: ${counts} (${seconds.toFixed(1)} s)`);
}
const failed = sum((result) => result.failed);
process.exitCode = failed === 0 && !interrupted ? 0 : 1;
say(
  `\n${sum((result) => result.passed)} passed, ${failed} failed, ${sum((result) => result.skipped)} skipped`,
);
