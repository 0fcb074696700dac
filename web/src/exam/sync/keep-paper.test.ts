import { setImmediate } from 'node:timers/promises';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ReadinessReply } from '#contract/wire/sealed-paper.ts';
import { sealedHash } from '#seals/sealed-paper.ts';
import { createApi } from '#web/shared/http.ts';
import { LocalDb } from '../local-db/database.ts';
import { keepExamFact, readExamFact } from '../local-db/keep-facts.ts';
import type { HeldPaper } from '../local-db/rows.ts';
import {
  keepComingPaper,
  keepHeldPaper,
  readComingPaper,
  readHeldPaper,
} from '../local-db/sealed-paper.ts';
import { storeOpened } from '../local-db/store-opened.ts';
import { keepHeldTimes, keepPaper } from './keep-paper.ts';
import { createServerClock } from './server-clock.ts';
import { createWire } from './wire.ts';

const MINUTE = 60_000;
const STARTS = Date.parse('2026-11-21T05:00:00.000Z');
const which = { uid: 'C1', examId: 'e1' };
const held: HeldPaper = {
  sittingId: 's1',
  hash: 'h',
  keyId: 'k',
  sealed: new ArrayBuffer(8),
  serverTime: '2026-11-21T04:00:00.000Z',
  signature: 's',
  start: 'together',
  startsAt: STARTS,
  durationMinutes: 60,
  extraSeconds: 0,
  extraPercent: 0,
  largerText: false,
  epoch: 1,
  deviceKey: 'd',
  codes: { salt: '', rounds: 1, wraps: [] },
};

describe('[AT17] the times of a sealed paper on a phone that only learns the exam’s public times', () => {
  let db: LocalDb;
  beforeEach(() => {
    db = new LocalDb({ indexedDB: new IDBFactory(), IDBKeyRange });
  });

  /** @returns duration and extra seconds of `paper` once the exam takes this many minutes */
  async function extraAt(minutes: number, paper: Partial<HeldPaper>, now = STARTS - 60 * MINUTE) {
    await keepHeldPaper(db, which.uid, which.examId, { ...held, ...paper });
    await keepHeldTimes(db, which, { startsAt: STARTS, durationMinutes: minutes }, now);
    const kept = await readHeldPaper(db, which.uid, which.examId);
    return kept && [kept.durationMinutes, kept.extraSeconds];
  }

  it('include the agreed share of extra time when the exam is made longer or shorter', async () => {
    const agreed = { extraPercent: 25, extraSeconds: 15 * 60 };
    expect(await extraAt(60, agreed)).toEqual([60, 15 * 60]);
    expect(await extraAt(120, agreed)).toEqual([120, 30 * 60]);
    expect(await extraAt(30, agreed)).toEqual([30, 7.5 * 60]);
    // Rounded to whole seconds as the server does, in the candidate’s favour.
    expect(await extraAt(61, { extraPercent: 33, extraSeconds: 1_188 })).toEqual([61, 1_208]);
  });

  it('keep the minutes that a proctor gave, however long the exam takes', async () => {
    const both = { extraPercent: 25, extraSeconds: 25 * 60 };
    expect(await extraAt(120, both)).toEqual([120, 40 * 60]);
    expect(await extraAt(20, both)).toEqual([20, 15 * 60]);
    expect(await extraAt(20, { extraSeconds: 10 * 60 })).toEqual([20, 10 * 60]);
  });

  it('are never longer than the server counts when the server gave only the total extra time', async () => {
    const { extraPercent: _, ...before } = held;
    const old = { ...before, extraSeconds: 15 * 60 };
    await keepHeldPaper(db, which.uid, which.examId, old);
    const times = { startsAt: STARTS, durationMinutes: 120 };
    await keepHeldTimes(db, which, times, STARTS - 60 * MINUTE);
    expect(await readHeldPaper(db, which.uid, which.examId)).toMatchObject({ extraSeconds: 900 });
    await keepHeldTimes(db, which, { ...times, durationMinutes: 60 }, STARTS - 60 * MINUTE);
    expect(await readHeldPaper(db, which.uid, which.examId)).toMatchObject({ extraSeconds: 450 });
  });

  it('no longer change once the start that the paper is for has passed', async () => {
    const agreed = { extraPercent: 25, extraSeconds: 15 * 60 };
    expect(await extraAt(120, agreed, STARTS)).toEqual([60, 15 * 60]);
  });
});

describe('[AT16] the sealed paper on this phone', () => {
  let db: LocalDb;
  beforeEach(() => {
    db = new LocalDb({ indexedDB: new IDBFactory(), IDBKeyRange });
    return () => db.close();
  });
  const coming = { hash: 'h', bytes: 8, here: new ArrayBuffer(4) };
  const all = () =>
    Promise.all([
      readHeldPaper(db, 'C1', 'e1'),
      readComingPaper(db, 'C1', 'e1'),
      readHeldPaper(db, 'C1', 'e2'),
      readComingPaper(db, 'C2', 'e1'),
    ]);
  const begin = () =>
    storeOpened(
      db,
      'C1',
      'phone-1',
      {
        ...{ acked: 0, state: 'open', epoch: 1, signature: 's', receipt: null, task: '' },
        ...{ sittingId: 's1', examId: 'e1', examName: 'Assessment', format: 'MCQ' },
        ...{ questions: [], answers: [], marked: [], documents: [] },
        startedAt: new Date(STARTS).toISOString(),
        serverTime: new Date(STARTS).toISOString(),
        deadline: new Date(STARTS + 60 * MINUTE).toISOString(),
      },
      { at: STARTS, elapsed: 0 },
      { clock: { server: STARTS, steady: 0, wall: STARTS }, session: null },
    );

  it('belongs to one candidate and one exam, and replaces the pieces received so far once it is complete', async () => {
    expect(await all()).toEqual([null, null, null, null]);
    await keepComingPaper(db, 'C1', 'e1', coming);
    await keepComingPaper(db, 'C2', 'e1', coming);
    expect(await all()).toEqual([null, coming, null, coming]);
    await keepHeldPaper(db, 'C1', 'e1', held);
    expect(await all()).toEqual([held, null, null, coming]);
  });

  it('is deleted when the exam begins and not stored again, while those of others stay', async () => {
    await keepHeldPaper(db, 'C1', 'e2', held);
    await keepHeldPaper(db, 'C1', 'e1', held);
    await keepComingPaper(db, 'C1', 'e1', coming);
    await keepComingPaper(db, 'C2', 'e1', coming);
    await begin();
    expect(await all()).toEqual([null, null, held, coming]);
    await keepHeldPaper(db, 'C1', 'e1', held);
    expect(await all()).toEqual([null, null, held, coming]);
  });

  it('gives the exam’s start and duration if that exam is known on the phone', async () => {
    const shown = { name: 'Assessment', duration: 30, format: 'MCQ', start: 'own' } as const;
    const known = { active: true, startDate: STARTS - MINUTE, shown };
    await keepExamFact(db, 'e1', known);
    await keepExamFact(db, 'e2', known);
    await keepHeldPaper(db, 'C1', 'e1', held);
    await keepHeldPaper(db, 'C1', 'e3', held);
    expect(await readExamFact(db, 'e1')).toEqual({
      ...known,
      startDate: STARTS,
      shown: { ...shown, duration: 60 },
    });
    expect(await readExamFact(db, 'e2')).toEqual(known);
    expect(await readExamFact(db, 'e3')).toBeNull();
  });
});

describe('[AT16] a phone that waits for its exam', () => {
  let db: LocalDb;
  let now: number;
  /** The sealed paper that the server has for this candidate. */
  let current: Uint8Array<ArrayBuffer>;
  let isOnline: boolean;
  /** Called once the phone has fetched a paper. */
  let fetched: () => void;

  beforeEach(() => {
    db = new LocalDb({ indexedDB: new IDBFactory(), IDBKeyRange });
    current = new Uint8Array(8).fill(1);
    isOnline = true;
    fetched = () => {};
    vi.stubGlobal('window', new EventTarget());
    // The user's own state isn't the subject here.
    vi.stubGlobal('fetch', () => new Promise(() => {}));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    return () => {
      vi.useRealTimers();
      db.close();
    };
  });

  async function readiness(hash?: string): Promise<ReadinessReply> {
    const told = {
      ...{ sittingId: 's1', hash: await sealedHash(current), bytes: current.length, keyId: 'k' },
      ...{ serverTime: new Date(now).toISOString(), signature: 's', start: 'together' as const },
      ...{ startsAt: new Date(STARTS).toISOString(), durationMinutes: 60, extraSeconds: 0 },
    };
    const { epoch, deviceKey, codes } = held;
    return hash === told.hash ? { ...told, ready: { epoch, deviceKey, codes } } : told;
  }
  const server = async (url: string, { body }: RequestInit): Promise<Response> => {
    if (!isOnline) throw new TypeError('Failed to fetch');
    if (url.endsWith('/readiness'))
      return Response.json(await readiness(JSON.parse(String(body)).hash));
    const part = new Response(current, { headers: { etag: `"${await sealedHash(current)}"` } });
    fetched();
    return part;
  };
  const wait = () => {
    const clock = createServerClock({ steady: () => now, wall: () => now });
    const wire = createWire(
      createApi(server, () => 'token'),
      clock,
    );
    onTestFinished(
      keepPaper({ db, clock, wire, session: () => null }, { ...which, startsAt: STARTS }),
    );
  };
  const pass = async (ms: number) => {
    now += ms;
    await vi.advanceTimersByTimeAsync(ms);
    // The phone's disk works by these.
    for (let turns = 0; turns < 20; turns += 1) await setImmediate();
    // A look that goes on has set no timer for the next one. On a busy machine its hashes take longer than the turns above.
    while (vi.getTimerCount() === 0) await setImmediate();
  };
  const heldBytes = async () => {
    const paper = await readHeldPaper(db, which.uid, which.examId);
    return [...new Uint8Array(paper?.sealed ?? [])];
  };

  it('fetches its paper again within seconds when that changed while it was being fetched', async () => {
    now = STARTS - 20_000;
    fetched = () => {
      fetched = () => {};
      current = new Uint8Array(8).fill(2);
    };
    wait();
    await expect.poll(() => current[0]).toBe(2);
    const since = now;
    const later = async () => {
      await pass(100);
      return heldBytes();
    };
    await expect.poll(later, { interval: 10 }).toEqual([...current]);
    expect(now - since).toBeLessThan(MINUTE);
  });

  it('looks once more shortly before the start, however often it has failed', async () => {
    // With these the waits are the longest.
    vi.spyOn(Math, 'random').mockReturnValue(1);
    now = STARTS - 650_000;
    isOnline = false;
    wait();
    while (now < STARTS) {
      // The network returns unnoticed.
      isOnline = now > STARTS - 200_000;
      await pass(1_000);
    }
    expect(await heldBytes()).toEqual([...current]);
  });
});
