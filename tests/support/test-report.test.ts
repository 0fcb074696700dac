import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tallySuite } from './test-report.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pariksha-report-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function report(content: unknown): Promise<string> {
  const file = join(folder, 'report.json');
  await writeFile(file, JSON.stringify(content));
  return file;
}

const file = (...statuses: string[]) => ({
  name: '/marks.test.ts',
  status: statuses.includes('failed') ? 'failed' : 'passed',
  assertionResults: statuses.map((status) => ({
    status,
    fullName: `a mark is ${status}`,
    failureMessages: status === 'failed' ? ['\u001b[31mexpected 4 to be 5'] : [],
  })),
});
const vitest = (passed: number, failed: number, ...testResults: unknown[]) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  numPendingTests: 1,
  numTodoTests: 1,
  testResults,
});

describe('the tally of a suite', () => {
  it('adds up what Vitest reports', async () => {
    const path = await report(vitest(2, 1, file('passed', 'passed', 'failed')));
    const failures = ['/marks.test.ts: a mark is failed\nexpected 4 to be 5'];
    const tally = { passed: 2, failed: 1, skipped: 2, failures };
    expect(await tallySuite('vitest', path, 1)).toEqual(tally);
  });

  it('counts a test file that broke before its tests', async () => {
    const message = 'No such module';
    const broken = { name: '/new.test.ts', status: 'failed', message, assertionResults: [] };
    const path = await report(vitest(2, 0, file('passed', 'passed'), broken));
    const failures = ['/new.test.ts\nNo such module'];
    expect(await tallySuite('vitest', path, 1)).toMatchObject({ failed: 1, failures });
  });

  it('counts a flaky browser test as failed', async () => {
    const spec = (title: string, ok: boolean, ...messages: string[]) => ({
      ...{ title, ok, file: 'exam.spec.ts', line: 7 },
      tests: [{ results: [{ errors: messages.map((message) => ({ message })) }, { errors: [] }] }],
    });
    const deeper = [{ specs: [spec('submits', false, 'no receipt')] }];
    const specs = [spec('opens', true), spec('saves', true, 'too slow')];
    const stats = { expected: 3, unexpected: 1, flaky: 1, skipped: 4 };
    const path = await report({ suites: [{ specs, suites: deeper }], stats });
    expect(await tallySuite('playwright', path, 1)).toEqual({
      ...{ passed: 3, failed: 2, skipped: 4 },
      failures: ['exam.spec.ts:7: saves\ntoo slow', 'exam.spec.ts:7: submits\nno receipt'],
    });
  });

  it('fails when the runner failed though every test passed', async () => {
    const path = await report(vitest(1, 0, file('passed')));
    expect(await tallySuite('vitest', path, 1)).toMatchObject({ passed: 1, failed: 1 });
    expect(await tallySuite('vitest', path, 0)).toMatchObject({ passed: 1, failed: 0 });
  });

  it('fails when nothing ran, and when there is no report', async () => {
    const empty = await report({
      suites: [],
      stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 },
    });
    expect(await tallySuite('playwright', empty, 0)).toMatchObject({ failed: 1 });
    const none = { passed: 0, failed: 1, skipped: 0, failures: [] };
    expect(await tallySuite('vitest', join(folder, 'gone.json'), 0)).toEqual(none);
    expect(await tallySuite('vitest', await report({ odd: true }), 0)).toEqual(none);
  });
});
