import Dexie from 'dexie';
import { IDBFactory, IDBKeyRange, IDBVersionChangeEvent } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { moment, openOn } from '#tests/sync/phone-storage.ts';
import { LocalDb } from './database.ts';
import { findSitting } from './read-sitting.ts';
import { recordEvent, recordSubmission } from './record-event.ts';
import { recordPage } from './record-page.ts';
import { mended, StorageTrouble, watch, withStorage } from './storage-trouble.ts';

let factory: IDBFactory;
let db: LocalDb;
const newDb = () => new LocalDb({ indexedDB: factory, IDBKeyRange });
beforeEach(async () => {
  factory = new IDBFactory();
  db = newDb();
  await openOn(db);
  return () => db.close();
});

const answer = (qid: string, option: string) =>
  recordEvent(db, 's1', { type: 'answered', qid, answer: option }, moment);

/** Replaces the browser's Cache Storage, which the app uses to find out whether there is room. */
function fullDisk(refusal = 'QuotaExceededError') {
  const disk = { hasRoom: false, kept: new Set<string>() };
  const open = async (name: string) => {
    disk.kept.add(name);
    const put = async () => {
      if (!disk.hasRoom) throw new DOMException('', refusal);
    };
    return { put };
  };
  vi.stubGlobal('caches', { open, delete: async (name: string) => disk.kept.delete(name) });
  return disk;
}

describe('storage trouble (rule 7)', () => {
  it('is reported when the storage was emptied under the app, and no act counts as done', async () => {
    await db.delete();
    db = newDb();
    const acts = [
      () => answer('q1', 'OptionOne'),
      () => recordSubmission(db, 's1', { auto: false, confirmed: true }, moment),
      () => recordPage(db, 's1', { sha256: 'a', type: 'x', bytes: new ArrayBuffer(1) }, moment),
    ];
    for (const act of acts) await expect(act()).rejects.toMatchObject({ kind: 'gone' });
  });

  it('is reported as unavailable when somebody has switched storage off for the site', async () => {
    const denied = 'The user denied permission to access the database.';
    const work = () => Promise.reject(new DOMException(denied, 'UnknownError'));
    await expect(withStorage(db, work)).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('leads to opening the database again only after the browser closed it, and does so each time', async () => {
    let times = 0;
    const count = () => {
      times += 1;
    };
    mended.addEventListener('mended', count);
    onTestFinished(() => mended.removeEventListener('mended', count));
    await answer('q1', 'OptionOne');
    expect(times).toBe(0);
    for (const after of [1, 2]) {
      // Browsers send this event when they could not write to a database.
      db.backendDB().dispatchEvent(new IDBVersionChangeEvent('close'));
      expect([db.isOpen(), db.isTorn]).toEqual([false, true]);
      await answer('q1', 'OptionOne');
      expect([times, db.isTorn]).toEqual([after, false]);
    }
  });

  it('is mended by opening the database again when its connection was lost under the app', async () => {
    db.close();
    await db.open();
    db.backendDB().close();
    expect(await answer('q1', 'OptionOne')).toBe(2);
  });

  it('is reported to watchers when a full phone closes the database right after an act and it stays closed (torture 709316093)', async () => {
    const told: (number | undefined)[] = [];
    const troubles: unknown[] = [];
    // Dexie's liveQuery does nothing without a default IndexedDB, which Node doesn't have.
    const { indexedDB } = Dexie.dependencies;
    Dexie.dependencies.indexedDB = factory;
    let isFull = false;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const stop = watch(
      () => {
        if (isFull) db.close();
        return findSitting(db, 'AB12345', 'e1');
      },
      (row) => told.push(row?.nextSeq),
      (error) => troubles.push(error),
    );
    try {
      await vi.waitFor(() => expect(told).toEqual([2]));
      const act = answer('q1', 'OptionTwo');
      isFull = true;
      await act;
      await vi.waitFor(() => expect(troubles).toMatchObject([{ kind: 'lost' }]), 5_000);
      isFull = false;
      await db.open();
      await vi.waitFor(() => expect(told.at(-1)).toBe(3), 5_000);
      expect(troubles).toHaveLength(1);
    } finally {
      stop();
      vi.useRealTimers();
      Dexie.dependencies.indexedDB = indexedDB;
    }
  });

  it('makes a watcher read again a second after a read was cut off or failed, but never after it stopped', async () => {
    const told: (number | undefined)[] = [];
    const troubles: unknown[] = [];
    const failures = [new DOMException('cut off', 'AbortError'), new RangeError('other')];
    let looks = 0;
    const { indexedDB } = Dexie.dependencies;
    Dexie.dependencies.indexedDB = factory;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => {
      vi.useRealTimers();
      Dexie.dependencies.indexedDB = indexedDB;
    });
    const stop = watch(
      async () => {
        looks += 1;
        const failure = failures.shift();
        if (failure) throw failure;
        return findSitting(db, 'AB12345', 'e1');
      },
      (row) => told.push(row?.nextSeq),
      (error) => troubles.push(error),
    );
    // Dexie runs the query in a timer, and the fake disk takes some turns of the event loop to answer.
    const pass = async (ms: number) => {
      for (const step of [ms, 1]) {
        await vi.advanceTimersByTimeAsync(step);
        for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
      }
    };
    await pass(0);
    expect([looks, told, troubles]).toEqual([1, [], []]);
    await pass(990);
    expect(looks).toBe(1);
    await pass(10);
    expect([looks, told, troubles]).toEqual([2, [], [expect.any(RangeError)]]);
    await pass(1_000);
    expect([looks, told, troubles.length]).toEqual([3, [2], 1]);
    await pass(5_000);
    expect(looks).toBe(3);
    mended.dispatchEvent(new Event('mended'));
    await pass(0);
    expect([looks, told]).toEqual([4, [2, 2]]);
    stop();
    mended.dispatchEvent(new Event('mended'));
    await answer('q1', 'OptionTwo');
    await pass(5_000);
    expect(looks).toBe(4);
  });

  it('makes no watcher read again when the pending read fails after the watcher stopped', async () => {
    let looks = 0;
    let fail = () => {};
    const { indexedDB } = Dexie.dependencies;
    Dexie.dependencies.indexedDB = factory;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => {
      vi.useRealTimers();
      Dexie.dependencies.indexedDB = indexedDB;
    });
    const look = () => {
      looks += 1;
      return new Promise<never>((_, reject) => {
        fail = () => reject(new DOMException('cut off', 'AbortError'));
      });
    };
    const stop = watch(
      look,
      () => {},
      () => {},
    );
    await vi.advanceTimersByTimeAsync(10);
    expect(looks).toBe(1);
    stop();
    fail();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(looks).toBe(1);
  });

  it('can’t reorder acts, because an act waits until the one before it has reached the disk', async () => {
    const order: string[] = [];
    let refuse = () => {};
    const onItsWay = new Promise<void>((_, reject) => {
      refuse = () => reject(new DOMException('No space left', 'UnknownError'));
    });
    const first = withStorage(db, () => {
      order.push('first');
      return order.length === 1 ? onItsWay : Promise.resolve();
    });
    const second = withStorage(db, async () => void order.push('second'));
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(order).toEqual(['first']);
    refuse();
    await Promise.all([first, second]);
    expect(order).toEqual(['first', 'first', 'second']);
  });

  it('does not block other acts for good when one is never answered', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    void withStorage(db, () => new Promise(() => {}));
    let isDone = false;
    const second = withStorage(db, async () => {
      isDone = true;
    });
    await vi.advanceTimersByTimeAsync(14_000);
    expect(isDone).toBe(false);
    await vi.advanceTimersByTimeAsync(2_000);
    await second;
    expect(isDone).toBe(true);
  });

  it.each(['UnknownError', 'AbortError'])(
    'stops all writing after a commit that the disk refused (%s), until there is room for a fresh log (decision 82)',
    async (name) => {
      const disk = fullDisk();
      const { indexedDB } = Dexie.dependencies;
      Dexie.dependencies.indexedDB = factory;
      onTestFinished(() => {
        Dexie.dependencies.indexedDB = indexedDB;
      });
      let times = 0;
      const refused = () => {
        times += 1;
        return Promise.reject(new DOMException('No space left', name));
      };
      await expect(withStorage(db, refused)).rejects.toMatchObject({ kind: 'full' });
      await expect(answer('q1', 'OptionOne')).rejects.toMatchObject({ kind: 'full' });
      expect([times, db.isTorn]).toEqual([1, true]);
      disk.hasRoom = true;
      expect(await answer('q1', 'OptionOne')).toBe(2);
      expect(db.isTorn).toBe(false);
      expect(await Dexie.exists('pariksha-room')).toBe(false);
      expect(disk.kept.size).toBe(0);
    },
  );

  it.each([
    ['UnknownError', 'full'],
    ['SecurityError', 'lost'],
  ])('when the caches answer %s is reported as a disk that is %s', async (refusal, kind) => {
    fullDisk(refusal);
    const refused = () => Promise.reject(new DOMException('No space left', 'UnknownError'));
    const { indexedDB } = Dexie.dependencies;
    Dexie.dependencies.indexedDB = factory;
    onTestFinished(() => {
      Dexie.dependencies.indexedDB = indexedDB;
    });
    await expect(withStorage(db, refused)).rejects.toMatchObject({ kind });
  });

  it('doesn’t require room when the connection was lost without a refusal by the disk', async () => {
    fullDisk();
    db.close();
    db = newDb();
    let times = 0;
    const lost = async () => {
      times += 1;
      if (times === 1) throw new DOMException('closed', 'InvalidStateError');
    };
    expect(await answer('q1', 'OptionOne')).toBe(2);
    await withStorage(db, lost);
    expect([times, db.isTorn]).toEqual([2, false]);
  });

  it('is reported as a full phone even when the transaction only says that it was aborted', async () => {
    const full = Object.assign(new Error('full'), { name: 'QuotaExceededError' });
    const aborted = Object.assign(new Error('aborted'), { name: 'AbortError', inner: full });
    // The shape of the error when an update was refused.
    const failed = Object.assign(new Error('failed'), { failures: [aborted] });
    for (const error of [full, aborted, failed]) {
      const thrown = await withStorage(db, () => Promise.reject(error)).catch(
        (caught: unknown) => caught,
      );
      expect(thrown).toBeInstanceOf(StorageTrouble);
      expect(thrown).toMatchObject({ kind: 'full' });
    }
  });

  it('is reported as unavailable when the browser allows no storage, as in some private windows', async () => {
    const closed = new LocalDb({ IDBKeyRange });
    await expect(withStorage(closed, () => closed.facts.count())).rejects.toMatchObject({
      kind: 'unavailable',
    });
  });

  it('is reported when the connection is lost again as soon as it is opened', async () => {
    const lost = () => Promise.reject(new DOMException('closed', 'InvalidStateError'));
    await expect(withStorage(db, lost)).rejects.toMatchObject({ kind: 'lost' });
  });

  it('never takes a damaged row for an answer', async () => {
    await db.sittings.update('s1', { nextSeq: Number.NaN });
    await expect(answer('q1', 'OptionOne')).rejects.toMatchObject({
      name: 'StorageTrouble',
      kind: 'damaged',
    });
  });

  it('does not hide an error that has nothing to do with storage', async () => {
    let times = 0;
    const act = () => {
      times += 1;
      return Promise.reject(new RangeError('other'));
    };
    await expect(withStorage(db, act)).rejects.toThrow(RangeError);
    expect(times).toBe(1);
  });
});
