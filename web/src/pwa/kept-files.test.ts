import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type KeptFile, KeptFiles } from './kept-files.ts';

const BUILT = 'the exam';
let file: KeptFile;
/** What the device keeps of it; never settled, its caches are silent. */
let kept: Promise<Response | undefined>;
let onWire: string | null;

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest();

beforeEach(() => {
  const digest = sha256(BUILT).subarray(0, 16).toString('base64');
  file = { url: 'assets/exam.js', digest, stage: 'exam' };
  vi.useFakeTimers();
  // In no thread of its own, whose time no clock of ours counts.
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

/** As the service worker asks for it. @returns what came, or `pending` when nothing has after a minute */
async function bring(isOnline: boolean): Promise<string> {
  vi.stubGlobal('navigator', { onLine: isOnline });
  let said = 'pending';
  new KeptFiles([file]).bring(file).then(
    async (answer) => {
      said = await answer.text();
    },
    () => {
      said = 'failed';
    },
  );
  await vi.advanceTimersByTimeAsync(60_000);
  return said;
}

it('what is kept comes from the device, whatever the wire says', async () => {
  kept = Promise.resolve(new Response(BUILT));
  onWire = 'a portal';
  expect(await bring(true)).toBe(BUILT);
});

it('[rule 7] silent caches: the network gives it, and what is not the build’s fails, so that the page itself is asked for', async () => {
  kept = new Promise(() => {});
  onWire = BUILT;
  expect(await bring(true)).toBe(BUILT);
  onWire = 'the version after it';
  expect(await bring(true)).toBe('failed');
});

it('a device that is merely late needs no network', async () => {
  kept = new Promise((resolve) => setTimeout(() => resolve(new Response(BUILT)), 20_000));
  onWire = null;
  expect(await bring(false)).toBe(BUILT);
});

it('what is neither kept nor on the wire fails', async () => {
  kept = Promise.resolve(undefined);
  onWire = null;
  expect(await bring(false)).toBe('failed');
  expect(await bring(true)).toBe('failed');
});
