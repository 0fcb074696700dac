import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { KeptFile } from './kept-files.ts';

const BUILT = 'the exam';
let file: KeptFile;
/** What the device has stored of the file. If this never settles, the caches don't answer. */
let kept: Promise<Response | undefined>;
let onWire: string | null;
let app: typeof import('./kept-files.ts');

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest();

beforeEach(async () => {
  // A fresh module for each test, because it remembers when a file last came, by the clock of the test before.
  vi.resetModules();
  app = await import('./kept-files.ts');
  const digest = sha256(BUILT).subarray(0, 16).toString('base64');
  file = { url: 'assets/exam.js', digest, stage: 'exam' };
  vi.useFakeTimers();
  // Runs in this thread: the real digest runs in another one, which the fake clock doesn't control.
  const subtle = {
    digest: async (_: string, bytes: ArrayBuffer) =>
      new Uint8Array(sha256(new Uint8Array(bytes))).buffer,
  };
  vi.stubGlobal('crypto', { subtle });
  vi.stubGlobal('caches', { open: async () => ({ match: () => kept, put: async () => {} }) });
  vi.stubGlobal('fetch', async () => {
    if (onWire === null) throw new TypeError('Failed to fetch');
    return new Response(onWire);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/**
 * Asks for the file as the service worker does.
 * @returns the text that came, or `pending` when nothing has come after `waits` milliseconds
 */
async function bring(isOnline: boolean, waits = 60_000): Promise<string> {
  vi.stubGlobal('navigator', { onLine: isOnline });
  let said = 'pending';
  new app.KeptFiles([file]).bring(file).then(
    async (answer) => {
      said = await answer.text();
    },
    () => {
      said = 'failed';
    },
  );
  await vi.advanceTimersByTimeAsync(waits);
  return said;
}

it('a stored file comes from the device, whatever the network would answer', async () => {
  kept = Promise.resolve(new Response(BUILT));
  onWire = 'a portal';
  expect(await bring(true)).toBe(BUILT);
});

it('[rule 7] when the caches don’t answer, the network serves the file; a file of another build fails, so that the page itself is fetched', async () => {
  kept = new Promise(() => {});
  onWire = BUILT;
  expect(await bring(true)).toBe(BUILT);
  onWire = 'the version after it';
  expect(await bring(true)).toBe('failed');
});

it('a device whose caches are merely slow needs no network', async () => {
  kept = new Promise((resolve) => setTimeout(() => resolve(new Response(BUILT)), 20_000));
  onWire = null;
  expect(await bring(false)).toBe(BUILT);
});

it('a file that neither the device nor the network has fails', async () => {
  kept = Promise.resolve(undefined);
  onWire = null;
  expect(await bring(false)).toBe('failed');
  expect(await bring(true)).toBe('failed');
});

/** Answers the first request with `answerTo`, and the following ones with the file. */
function firstOn(answerTo: (signal: AbortSignal | null | undefined) => Promise<Response>): void {
  let asked = 0;
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    asked += 1;
    return asked === 1 ? answerTo(signal) : Promise.resolve(new Response(BUILT));
  });
}

const untilAborted = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_, refuse) =>
    signal?.addEventListener('abort', () => refuse(new DOMException('lost', 'AbortError'))),
  );

it('[rule 6] a file that the network lost, all of it or halfway, is asked for again', async () => {
  kept = Promise.resolve(undefined);
  firstOn(untilAborted);
  expect(await bring(true)).toBe(BUILT);
  firstOn(async (signal) => {
    const half = new ReadableStream({
      start(to) {
        to.enqueue(new TextEncoder().encode('the'));
        untilAborted(signal).catch((error: unknown) => to.error(error));
      },
    });
    return new Response(half);
  });
  expect(await bring(true)).toBe(BUILT);
});

it('[rule 6] a network that delivers one letter every twenty seconds is awaited', async () => {
  kept = Promise.resolve(undefined);
  firstOn(async (signal) => {
    const letters = [...BUILT];
    const slow = new ReadableStream({
      async pull(to) {
        await new Promise((resolve) => setTimeout(resolve, 20_000));
        if (signal?.aborted) return to.error(signal.reason);
        const letter = letters.shift();
        if (letter === undefined) to.close();
        else to.enqueue(new TextEncoder().encode(letter));
      },
    });
    return new Response(slow);
  });
  // If the request had been given up, the second one would have been answered at once.
  expect(await bring(true, 150_000)).toBe('pending');
});
