import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PushReply } from '#contract/wire/sync.ts';
import { iso, openOn, START, standing } from '#tests/sync/phone-storage.ts';
import { LocalDb } from './database.ts';
import { readSitting } from './read-sitting.ts';
import { recordAcked } from './record-acked.ts';
import { goOnPaused, takeExtraTime } from './record-time.ts';

let db: LocalDb;
beforeEach(async () => {
  db = new LocalDb({ indexedDB: new IDBFactory(), IDBKeyRange });
  await openOn(db);
  return () => db.close();
});

const sitting = async () => {
  const row = await readSitting(db, 's1');
  if (!row) throw new Error('no sitting');
  return row;
};

describe('a pause that was ended on the phone, and extra time by a code [AT20]', () => {
  const MINUTE = 60_000;
  let heard = 0;
  const hears = (minutes: number, more: Partial<PushReply> = {}) => {
    heard += 1;
    const told = { serverTime: iso(heard * MINUTE), deadline: iso(minutes * MINUTE), ...more };
    return recordAcked(db, 's1', standing(told));
  };
  const times = async () => {
    const { deadline, pausedAt } = await sitting();
    const instants = [deadline, pausedAt].map((at) => at && (at - START) / MINUTE);
    return { deadline: instants[0], pausedAt: instants[1] };
  };
  const pausedAt = iso(10 * MINUTE);

  beforeEach(async () => {
    heard = 0;
    await hears(60, { pausedAt });
    await goOnPaused(db, 's1', START + 30 * MINUTE);
    await takeExtraTime(db, 's1', { minutes: 5, number: 3 }, START + 30 * MINUTE);
    expect(await times()).toEqual({ deadline: 85, pausedAt: null });
  });

  it('are not added twice when the server has heard of neither and the exam is resumed here again', async () => {
    await hears(60, { pausedAt });
    expect(await times()).toEqual({ deadline: 65, pausedAt: 10 });
    await goOnPaused(db, 's1', START + 30 * MINUTE);
    expect(await times()).toEqual({ deadline: 85, pausedAt: null });
    await takeExtraTime(db, 's1', { minutes: 5, number: 4 }, START + 30 * MINUTE);
    await hears(90);
    expect(await times()).toEqual({ deadline: 90, pausedAt: null });
  });

  it('both stay until the server has heard of both, in whichever order', async () => {
    await hears(80);
    expect(await times()).toEqual({ deadline: 85, pausedAt: null });
    await hears(85);
    expect(await times()).toEqual({ deadline: 85, pausedAt: null });
  });

  it('are each taken once, and a pause that doesn’t exist can’t be ended', async () => {
    const takes = (number: number) =>
      takeExtraTime(db, 's1', { minutes: 5, number }, START + 31 * MINUTE);
    expect([await takes(3), await takes(4), await takes(3)]).toEqual([false, true, false]);
    await goOnPaused(db, 's1', START + 40 * MINUTE);
    expect(await times()).toEqual({ deadline: 90, pausedAt: null });
    expect(await takeExtraTime(db, 'another', { minutes: 5, number: 9 }, START)).toBe(false);
    await goOnPaused(db, 'another', START);
    expect(await db.sittings.count()).toBe(1);
  });

  it('give way to the server’s deadline once that is later', async () => {
    await hears(95);
    expect(await times()).toEqual({ deadline: 95, pausedAt: null });
    await openOn(db, { deadline: iso(97 * MINUTE) });
    expect(await times()).toEqual({ deadline: 97, pausedAt: null });
  });
});

describe('a code for extra time that the server hasn’t heard of, and a pause that ends [AT20]', () => {
  const MINUTE = 60_000;
  const hears = (at: number, deadline: number, more: Partial<PushReply> = {}) => {
    const told = { serverTime: iso(at * MINUTE), deadline: iso(deadline * MINUTE), ...more };
    return recordAcked(db, 's1', standing(told));
  };
  const paused = { pausedAt: iso(10 * MINUTE) };
  const takes = (at: number) =>
    takeExtraTime(db, 's1', { minutes: 10, number: 3 }, START + at * MINUTE);
  const ends = async () => ((await sitting()).deadline - START) / MINUTE;

  beforeEach(() => hears(1, 60));

  it('both count when the code was typed before the pause', async () => {
    await takes(5);
    await hears(11, 60, paused);
    await hears(20, 70);
    expect(await ends()).toBe(80);
    await hears(21, 80);
    expect(await ends()).toBe(80);
  });

  it('both count when the code was typed while the phone was paused', async () => {
    await hears(11, 60, paused);
    await takes(12);
    await hears(20, 70);
    expect(await ends()).toBe(80);
  });

  it('count only once when the act behind the code arrives during the pause or with its end', async () => {
    await takes(5);
    await hears(11, 60, paused);
    await hears(15, 70, paused);
    await hears(20, 80);
    expect(await ends()).toBe(80);
    await hears(31, 80, { pausedAt: iso(30 * MINUTE) });
    await hears(40, 100);
    expect(await ends()).toBe(100);
  });

  it('count with no more than the length of the pause when the act behind the code arrives with its end', async () => {
    await takes(5);
    await hears(11, 60, paused);
    await hears(20, 80);
    expect(await ends()).toBe(80);
  });

  it('both count when the pause was ended on the phone before the code was typed', async () => {
    await hears(11, 60, paused);
    await goOnPaused(db, 's1', START + 20 * MINUTE);
    await takes(21);
    await hears(22, 60, paused);
    await hears(30, 80);
    expect(await ends()).toBe(90);
  });

  it('give nothing for a pause before which no deadline was told, as by an earlier version of the app', async () => {
    await takes(5);
    await hears(11, 60, paused);
    await db.sittings.update('s1', { toldDeadline: null });
    await hears(20, 60);
    expect(await ends()).toBe(70);
  });

  it('count with what the server gives back for the pause, even if the phone hears late of its end', async () => {
    await takes(5);
    await hears(11, 60, paused);
    await hears(35, 70);
    expect(await ends()).toBe(80);
  });

  it('count as the longer of the two when the code may replace the pause', async () => {
    await takes(15);
    await hears(20, 60, paused);
    await hears(30, 80);
    expect(await ends()).toBe(80);
  });

  it('count as the longer of the two when the phone never heard of the pause', async () => {
    await takes(5);
    await hears(30, 70);
    expect(await ends()).toBe(70);
    await hears(31, 80);
    expect(await ends()).toBe(80);
  });
});

describe('an exam that is over sooner than the phone had been told [rule 15]', () => {
  const MINUTE = 60_000;
  const hears = (at: number, deadline: number) =>
    recordAcked(db, 's1', standing({ serverTime: iso(at), deadline: iso(deadline) }));
  const endedEarly = async () => (await sitting()).endedEarly;

  it('counts as ended by the office until it is opened again', async () => {
    await hears(5 * MINUTE, 60 * MINUTE);
    expect(await endedEarly()).toBe(false);
    // The office takes away whole seconds of the time that was left.
    await hears(9 * MINUTE, 9 * MINUTE + 900);
    expect(await endedEarly()).toBe(true);
    await hears(10 * MINUTE, 9 * MINUTE + 900);
    expect(await endedEarly()).toBe(true);
    await openOn(db, { serverTime: iso(11 * MINUTE), deadline: iso(20 * MINUTE) });
    expect(await endedEarly()).toBe(false);
  });

  it('does not count as ended early when its time ran out or was only shortened', async () => {
    await hears(5 * MINUTE, 60 * MINUTE);
    await hears(6 * MINUTE, 50 * MINUTE);
    expect(await endedEarly()).toBe(false);
    await hears(51 * MINUTE, 50 * MINUTE);
    expect(await endedEarly()).toBe(false);
    // The phone hears of the extra time only when that is over, too.
    await hears(59 * MINUTE, 58 * MINUTE);
    expect(await endedEarly()).toBe(false);
  });
});
