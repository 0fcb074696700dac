// The server's time on a proctor's phone: from its last reply, and between replies by a clock that setting the phone's date
// doesn't move. After a restart without network, by the phone's date and how far it was off, and never before the last reply:
// a date that was set back meanwhile makes nothing earlier that is done from then on.
import * as z from 'zod/mini';
import type { HallDb } from '../local-db/hall-db.ts';

const OFF_BY = 'date-off-by';
const LAST_HEARD = 'last-word';

/** Shown at `steady` of `performance.now()`. */
let known: { server: number; steady: number } | null = null;

/** ms since 1970 */
export function hallNow(): number {
  if (!known) return Date.now();
  return Math.round(known.server + performance.now() - known.steady);
}

/** @param askedAt of `performance.now()`, when the reply was asked for */
export async function hearHallClock(db: HallDb, now: string, askedAt: number): Promise<void> {
  const came = performance.now();
  const server = Date.parse(now) + (came - askedAt) / 2;
  known = { server, steady: came };
  await db.facts.bulkPut([
    { key: OFF_BY, value: Math.round(server - Date.now()) },
    { key: LAST_HEARD, value: Math.round(server) },
  ]);
}

/** Once in the life of a page, and not after a reply. */
export async function restoreHallClock(db: HallDb): Promise<void> {
  const facts = await db.facts.bulkGet([OFF_BY, LAST_HEARD]);
  if (known) return;
  const [offBy = 0, lastHeard = 0] = facts.map((fact) => z.safeParse(z.number(), fact?.value).data);
  known = { server: Math.max(Date.now() + offBy, lastHeard), steady: performance.now() };
}
