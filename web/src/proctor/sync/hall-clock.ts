// The server's time on a proctor's phone: from its last word, and between words by a clock that setting the phone's date
// doesn't move. After a restart without network, by the phone's date and how far it was off, and never before the last word:
// a date that was set back meanwhile makes nothing earlier that is done from then on.
import * as z from 'zod/mini';
import type { HallDb } from '../local-db/hall-db.ts';

const OFF_BY = 'date-off-by';
const LAST_WORD = 'last-word';

/** Shown at `steady` of `performance.now()`. */
let known: { server: number; steady: number } | null = null;

/** ms since 1970 */
export function hallNow(): number {
  if (!known) return Date.now();
  return Math.round(known.server + performance.now() - known.steady);
}

/** @param askedAt of `performance.now()`, when the answer was asked for that brought the word */
export async function hearHallClock(db: HallDb, now: string, askedAt: number): Promise<void> {
  const came = performance.now();
  const server = Date.parse(now) + (came - askedAt) / 2;
  known = { server, steady: came };
  await db.facts.bulkPut([
    { key: OFF_BY, value: Math.round(server - Date.now()) },
    { key: LAST_WORD, value: Math.round(server) },
  ]);
}

/** Once in the life of a page, and not after a word. */
export async function restoreHallClock(db: HallDb): Promise<void> {
  const facts = await db.facts.bulkGet([OFF_BY, LAST_WORD]);
  if (known) return;
  const [offBy = 0, lastWord = 0] = facts.map((fact) => z.safeParse(z.number(), fact?.value).data);
  known = { server: Math.max(Date.now() + offBy, lastWord), steady: performance.now() };
}
