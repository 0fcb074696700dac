// What the server logs while the database is gone: enough to show why, and nothing about any person.
import { DrizzleQueryError } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { repeat } from './background.ts';
import { logOptions } from './log.ts';

const lines: string[] = [];
const log = pino(logOptions, { write: (line: string) => void lines.push(line) });
const lost = (why: Error) =>
  new DrizzleQueryError('select uid from users where email = $1', ['asha@example.com'], why);

/** @returns the first log entry of a task whose first round fails with this error; read after the second round */
async function logOf(failure: Error): Promise<unknown> {
  lines.length = 0;
  let stop = async () => {};
  await new Promise<void>((next) => {
    let rounds = 0;
    stop = repeat('look', 0, log, async () => {
      rounds += 1;
      if (rounds === 1) throw failure;
      next();
    });
  });
  await stop();
  return JSON.parse(lines[0] ?? 'null');
}

test('a repeated task that finds the database gone logs one warning line, and runs again', async () => {
  const gone = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  expect(await logOf(lost(gone))).toMatchObject({
    level: 'warn',
    task: 'look',
    msg: 'a repeated task waits for the database',
  });
});

test('the log of a failed query says why it failed, and never contains the query’s values', async () => {
  expect(await logOf(lost(new Error('The certificate has expired')))).toMatchObject({
    level: 'error',
    err: { message: 'The certificate has expired' },
  });
  expect(lines.join()).not.toContain('asha@example.com');
});
