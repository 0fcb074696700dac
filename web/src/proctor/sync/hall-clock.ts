// The server's time on a proctor's phone: from its last word, and between words by a clock that setting the phone's date
// doesn't move. After a restart without network, by the phone's date and how far it was off.
import * as z from 'zod/mini';
import type { HallDb } from '../local-db/hall-db.ts';

const KEY = 'date-off-by';

let heard: { server: number; steady: number } | null = null;
let offBy = 0;

/** ms since 1970 */
export function hallNow(): number {
  if (heard) return Math.round(heard.server + performance.now() - heard.steady);
  return Date.now() + offBy;
}

/** @param askedAt of `performance.now()`, when the answer was asked for that brought the word */
export async function hearHallClock(db: HallDb, now: string, askedAt: number): Promise<void> {
  const came = performance.now();
  heard = { server: Date.parse(now) + (came - askedAt) / 2, steady: came };
  await db.facts.put({ key: KEY, value: Math.round(heard.server - Date.now()) });
}

export async function restoreHallClock(db: HallDb): Promise<void> {
  const kept = z.safeParse(z.number(), (await db.facts.get(KEY))?.value);
  if (kept.success) offBy = kept.data;
}
