// The server's time on a proctor's phone: its last reply, carried on by a clock that setting the phone's date doesn't
// move. After a restart without a network, the time is the phone's date, corrected by how far that was off, and never
// before the last reply: setting the date back can't make later acts look earlier.
import * as z from 'zod/mini';
import type { HallDb } from '../local-db/hall-db.ts';

const OFF_BY = 'date-off-by';
const LAST_HEARD = 'last-word';

/** The server's time, ms, when `performance.now()` was `steady`. */
let known: { server: number; steady: number } | null = null;

/** The server's time, ms since 1970; the phone's own while the server's isn't known. */
export function hallNow(): number {
  if (!known) return Date.now();
  return Math.round(known.server + performance.now() - known.steady);
}

/** @param askedAt `performance.now()` when the request was sent */
export async function hearHallClock(db: HallDb, now: string, askedAt: number): Promise<void> {
  const came = performance.now();
  const server = Date.parse(now) + (came - askedAt) / 2;
  known = { server, steady: came };
  await db.facts.bulkPut([
    { key: OFF_BY, value: Math.round(server - Date.now()) },
    { key: LAST_HEARD, value: Math.round(server) },
  ]);
}

/** Reads the clock from disk. Does nothing once this page knows the time. */
export async function restoreHallClock(db: HallDb): Promise<void> {
  const facts = await db.facts.bulkGet([OFF_BY, LAST_HEARD]);
  if (known) return;
  const [offBy = 0, lastHeard = 0] = facts.map((fact) => z.safeParse(z.number(), fact?.value).data);
  known = { server: Math.max(Date.now() + offBy, lastHeard), steady: performance.now() };
}
