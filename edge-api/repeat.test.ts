// What the server logs while the database is gone: enough to see why, and nothing about any person.
import { DrizzleQueryError } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { repeat } from './background.ts';
import { logOptions } from './log.ts';

const lines: string[] = [];
const log = pino(logOptions, { write: (line: string) => void lines.push(line) });
const lost = (why: Error) =>
  new DrizzleQueryError('select uid from users where email = $1', ['asha@example.com'], why);

/** @returns the first log entry of a round that fails with this error, read once the next round has run */
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

test('a task that finds the database gone warns in a line, and comes round again', async () => {
  const gone = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  expect(await logOf(lost(gone))).toMatchObject({
    level: 'warn',
    task: 'look',
    msg: 'a repeated task waits for the database',
  });
});

test('of a query that did not get through the log says why, and never what was asked for', async () => {
  expect(await logOf(lost(new Error('The certificate has expired')))).toMatchObject({
    level: 'error',
    err: { message: 'The certificate has expired' },
  });
  expect(lines.join()).not.toContain('asha@example.com');
});
