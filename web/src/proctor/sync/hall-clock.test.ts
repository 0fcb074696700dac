import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HallDb } from '../local-db/hall-db.ts';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-03-02T06:30:00.000Z');
let db: HallDb;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  db = new HallDb({ indexedDB: new IDBFactory(), IDBKeyRange });
});
afterEach(() => {
  db.close();
  vi.useRealTimers();
});

/** The app after a restart: it knows only what is on disk. */
async function restart() {
  vi.resetModules();
  return import('./hall-clock.ts');
}

/** An hour passes with the app closed and no network; meanwhile the phone's date is moved by `shift` ms. */
async function reopenWithDate(shift: number) {
  const first = await restart();
  vi.setSystemTime(NOW + 2 * HOUR);
  await first.hearHallClock(db, new Date(NOW).toISOString(), performance.now());
  vi.setSystemTime(NOW + 3 * HOUR + shift);
  const second = await restart();
  await second.restoreHallClock(db);
  return second;
}

it.each([
  ['by the phone’s date, however wrong that always was', 0, NOW + HOUR],
  ['from the last time heard if the date was set back', -5 * HOUR, NOW],
])('[rule 14] without a network the server’s time continues %s', async (_, shift, expected) => {
  const { hallNow } = await reopenWithDate(shift);
  expect(hallNow()).toBe(expected);
});

it('[rule 14] setting the phone’s date while the desk is open changes nothing', async () => {
  const { hallNow, restoreHallClock } = await reopenWithDate(0);
  vi.advanceTimersByTime(60_000);
  vi.setSystemTime(NOW - 9 * HOUR);
  await restoreHallClock(db);
  expect(hallNow()).toBe(NOW + HOUR + 60_000);
});
