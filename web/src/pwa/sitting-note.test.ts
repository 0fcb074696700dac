import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noteSitting, readSittingNote } from './sitting-note.ts';

/** As Chromium's: of two puts of one key at once the second is refused, and a put is done later than a delete. */
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

beforeEach(() => {
  const cache = new SlowCache();
  vi.stubGlobal('caches', {
    open: async () => cache,
    match: (key: string) => cache.match(key),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('two notes at once are both written, and the later one stays [rule 5]', async () => {
  await Promise.all([noteSitting('under-way'), noteSitting('submitted')]);
  expect(await readSittingNote()).toBe('submitted');
  await Promise.all([noteSitting('under-way'), noteSitting(null)]);
  expect(await readSittingNote()).toBeNull();
});

it('a note that could not be written keeps no later one from it', async () => {
  const full = vi.spyOn(caches, 'open').mockRejectedValueOnce(new Error('no room'));
  await expect(noteSitting('under-way')).rejects.toThrow('no room');
  full.mockRestore();
  await noteSitting('submitted');
  expect(await readSittingNote()).toBe('submitted');
});
