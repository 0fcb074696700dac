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

/** Another tab loads the module again; the browser's locks and caches are shared by all. */
async function anotherTab() {
  vi.resetModules();
  return import('./sitting-note.ts');
}

/** As the browser's: one after the other, whichever tab asks. */
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
  vi.unstubAllGlobals();
});

it('two notes at once are both written, and the later one stays [rule 5]', async () => {
  await Promise.all([noteSitting('under-way'), noteSitting('submitted')]);
  expect(await readSittingNote()).toBe('submitted');
  await Promise.all([noteSitting('under-way'), noteSitting(null)]);
  expect(await readSittingNote()).toBeNull();
});

it('two tabs that note a sitting at once are both written [rule 5]', async () => {
  const other = await anotherTab();
  await Promise.all([noteSitting('under-way'), other.noteSitting('submitted')]);
  expect(await readSittingNote()).toBe('submitted');
});

it('a note that could not be written keeps no later one from it', async () => {
  const full = vi.spyOn(caches, 'open').mockRejectedValueOnce(new Error('no room'));
  await expect(noteSitting('under-way')).rejects.toThrow('no room');
  full.mockRestore();
  await noteSitting('submitted');
  expect(await readSittingNote()).toBe('submitted');
});
