/** A question file, however large or malicious, never keeps the server from its other work. */
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { hostileSheets, manyRows } from '#tests/support/make-hostile-sheets.ts';
import { answerOf, parseQuestionFile } from './parse-question-file.ts';
import { readQuestionFile } from './read-question-file.ts';

const folder = new URL('../../tests/fixtures/question-files/', import.meta.url);
const bank = (name: string) => readFileSync(new URL(`banks/${name}`, folder));

/** How often a timer fired while waiting for something. */
async function ticksDuring<T>(work: Promise<T>): Promise<{ result: T; ticks: number }> {
  let ticks = 0;
  const timer = setInterval(() => ticks++, 1);
  const result = await work;
  clearInterval(timer);
  return { result, ticks };
}

/** Large files take several seconds of processor time, which a busy machine may not find within the minute that the product allows. */
const patience = { timeoutMs: 280_000 };

test('the event loop keeps turning all through the reading of 20,000 rows', async () => {
  const { result, ticks } = await ticksDuring(
    parseQuestionFile(bank('open_20000.xlsx'), 'open_20000.xlsx', patience),
  );
  expect(result).toMatchObject({ ok: true });
  // The rows arrive in 40 pieces. If this thread read the file itself, the timer would fire a few times at most.
  expect(ticks).toBeGreaterThan(200);
});

test('the thread’s answer is the same as reading the file directly', async () => {
  const bytes = bank('open_2000_asis.xlsx');
  expect(await parseQuestionFile(bytes, 'a.xlsx')).toEqual(await readQuestionFile(bytes, 'a.xlsx'));
  expect(bytes.length).toBeGreaterThan(0); // the caller keeps its bytes
});

/** The thread gets plain bytes, not a Buffer, which libraries may treat differently. */
test.each(['messy/m06_semicolon_cp1252.csv', 'messy/m07_old_biff8.xls'])(
  'the thread reads %s as it is read outside the thread',
  async (path) => {
    const bytes = readFileSync(new URL(path, folder));
    const outside = await readQuestionFile(bytes, path);
    expect(outside).toMatchObject({ ok: true });
    expect(await parseQuestionFile(bytes, path)).toEqual(outside);
  },
);

test('50,000 rows are read, one more is refused', async () => {
  const read = await parseQuestionFile(manyRows(50_000), 'full.xlsx', patience);
  expect(read.ok && [read.rows.length, read.errors.length]).toEqual([50_000, 0]);
  expect(await parseQuestionFile(manyRows(50_001), 'over.xlsx', patience)).toMatchObject({
    ok: false,
    code: 'too-many-rows',
  });
});

test('a gigabyte packed into a megabyte is refused while the event loop keeps turning', async () => {
  const bomb = hostileSheets['bomb_1gib_spaces.xlsx']?.() ?? new Uint8Array();
  const { result, ticks } = await ticksDuring(parseQuestionFile(bomb, 'bomb.xlsx'));
  expect(result).toMatchObject({ ok: false, code: 'too-large' });
  expect(ticks).toBeGreaterThan(20);
});

test('a file that takes too long is given up and refused for that reason', async () => {
  expect(
    await parseQuestionFile(bank('open_20000.xlsx'), 'open_20000.xlsx', { timeoutMs: 1 }),
  ).toMatchObject({
    ok: false,
    code: 'took-too-long',
  });
});

test('a thread that never ends is stopped, and the event loop keeps turning meanwhile', async () => {
  const worker = new Worker('for (;;) {}', { eval: true });
  const { result, ticks } = await ticksDuring(
    answerOf(worker, { timeoutMs: 300 }, () => undefined),
  );
  expect(result).toMatchObject({ ok: false, code: 'took-too-long' });
  expect(ticks).toBeGreaterThan(0);
  expect(worker.threadId).toBe(-1); // it has ended
});

test('two files are read side by side, each with its own outcome', async () => {
  const [letters, nothing] = await Promise.all([
    parseQuestionFile(bank('open_200_letter.xlsx'), 'a.xlsx'),
    parseQuestionFile(new Uint8Array(), 'b.xlsx'),
  ]);
  expect(letters).toMatchObject({ ok: true });
  expect(nothing).toMatchObject({ ok: false, code: 'empty-file' });
});
