import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { QUICK_MS, STALL_MS } from '#machines/sync/backoff.ts';
import { unlessSwallowed } from './wire.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Asked = { signal: AbortSignal; begun?: () => void };

const never = (signal: AbortSignal) =>
  new Promise<never>((_, fail) => {
    signal.addEventListener('abort', () => fail(signal.reason));
  });
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Answers the first request after `afterMs`, or never without it, and any other request at once. */
function network(answers: { afterMs?: number; begins?: true; probeMs: number }) {
  const asked: Asked[] = [];
  const probes: AbortSignal[] = [];
  const later = (ms: number, value: string) =>
    new Promise<string>((resolve) => {
      setTimeout(() => resolve(value), ms);
    });
  const leaving = new AbortController();
  const answer = unlessSwallowed(
    (options) => {
      asked.push(options);
      if (asked.length > 1) return Promise.resolve('opened again');
      if (answers.begins) options.begun?.();
      return answers.afterMs ? later(answers.afterMs, 'opened') : never(options.signal);
    },
    (signal) => {
      probes.push(signal);
      return later(answers.probeMs, 'here');
    },
    leaving.signal,
  );
  return { answer, asked, probes, leaving };
}

test('[SY11] a start that was lost in a short silence is asked for again once a probe is answered', async () => {
  const { answer, asked } = network({ probeMs: QUICK_MS - 1 });
  await pass(STALL_MS + QUICK_MS);
  expect(await answer).toBe('opened again');
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
});

test('[SY11] the first request goes on when a probe is not answered quickly either', async () => {
  const { answer, asked, probes } = network({ afterMs: 15_000, probeMs: QUICK_MS + 1 });
  await pass(15_000);
  expect(await answer).toBe('opened');
  expect([asked.length, probes.length]).toEqual([1, 1]);
});

test('[SY11] an answer that has begun is awaited, however slow the rest of it is', async () => {
  const { answer, asked, probes } = network({ begins: true, afterMs: 15_000, probeMs: 1 });
  await pass(15_000);
  expect(await answer).toBe('opened');
  expect([asked.length, probes.length]).toEqual([1, 0]);
});

test('a candidate who leaves during the request stops it, and nothing is asked for later', async () => {
  const { answer, asked, probes, leaving } = network({ probeMs: 1 });
  const told = expect(answer).rejects.toThrow('left');
  leaving.abort(new Error('left'));
  await pass(15_000);
  await told;
  expect([asked.length, probes.length]).toEqual([1, 0]);
});
