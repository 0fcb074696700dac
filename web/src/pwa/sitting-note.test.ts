import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noteSitting, readSittingNote } from './sitting-note.ts';

/** Like Chromium's cache: of two puts of the same key at once the second is refused, and a put takes longer than a delete. */
class SlowCache {
  #kept = new Map<string, Response>();
  #writing = false;
  async put(key: string, response: Response) {
    if (this.#writing) throw new DOMException('Entry already exists', 'InvalidAccessError');
    this.#writing = true;
    for (let tick = 0; tick < 5; tick += 1) await null;
    this.#writing = false;
    this.#kept.set(key, response);
  }
  async delete(key: string) {
    return this.#kept.delete(key);
  }
  async match(key: string) {
    return this.#kept.get(key)?.clone();
  }
}

/** Another tab loads the module again; all tabs share the browser's locks and caches. */
async function anotherTab() {
  vi.resetModules();
  return import('./sitting-note.ts');
}

/** Like the browser's locks: one request after the other, whichever tab it comes from. */
class Locks {
  #last: Promise<unknown> = Promise.resolve();
  request<T>(_name: string, act: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(act);
    this.#last = turn.catch(() => {});
    return turn;
  }
}

beforeEach(() => {
  vi.stubGlobal('navigator', { locks: new Locks() });
  const cache = new SlowCache();
  vi.stubGlobal('caches', {
    open: async () => cache,
    match: (key: string) => cache.match(key),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('two notes written at once are both written, and the later one stays [rule 5]', async () => {
  await Promise.all([noteSitting('under-way'), noteSitting('submitted')]);
  expect(await readSittingNote()).toBe('submitted');
  await Promise.all([noteSitting('under-way'), noteSitting(null)]);
  expect(await readSittingNote()).toBeNull();
});

it('two tabs that note a sitting at once both succeed, and the later note stays [rule 5]', async () => {
  const other = await anotherTab();
  await Promise.all([noteSitting('under-way'), other.noteSitting('submitted')]);
  expect(await readSittingNote()).toBe('submitted');
});

it('a note that could not be written does not prevent a later one', async () => {
  const full = vi.spyOn(caches, 'open').mockRejectedValueOnce(new Error('no room'));
  await expect(noteSitting('under-way')).rejects.toThrow('no room');
  full.mockRestore();
  await noteSitting('submitted');
  expect(await readSittingNote()).toBe('submitted');
});

it('a note has no body, because Chromium’s caches never answer again if the page dies while they read one', async () => {
  const cache = await caches.open('sitting-note');
  const put = vi.spyOn(cache, 'put');
  await noteSitting('submitted');
  expect(put.mock.calls[0]?.[1].body).toBeNull();
  expect(await readSittingNote()).toBe('submitted');
});

it('a note of the previous version, which had a body, can be read', async () => {
  const cache = await caches.open('sitting-note');
  await cache.put('/sitting-under-way', new Response('submitted'));
  expect(await readSittingNote()).toBe('submitted');
});

it('caches that don’t answer are awaited for three seconds, then only for a moment, and in full again after an answer', async () => {
  const { readSittingNote } = await anotherTab();
  vi.useFakeTimers();
  const silent = vi.spyOn(caches, 'match').mockReturnValue(new Promise(() => {}));
  const lateAfter = async () => {
    const begun = Date.now();
    const late = expect(readSittingNote()).rejects.toThrow('don’t answer');
    await vi.runAllTimersAsync();
    await late;
    return Date.now() - begun;
  };
  expect(await lateAfter()).toBe(3_000);
  expect(await lateAfter()).toBe(200);
  silent.mockRestore();
  expect(await readSittingNote()).toBeNull();
  vi.spyOn(caches, 'match').mockReturnValue(new Promise(() => {}));
  expect(await lateAfter()).toBe(3_000);
});

it('a note that the caches never store does not block a later one', async () => {
  vi.useFakeTimers();
  const silent = vi.spyOn(caches, 'open').mockReturnValueOnce(new Promise(() => {}));
  const lost = expect(noteSitting('under-way')).rejects.toThrow();
  await vi.runAllTimersAsync();
  await lost;
  silent.mockRestore();
  await noteSitting('submitted');
  expect(await readSittingNote()).toBe('submitted');
});
