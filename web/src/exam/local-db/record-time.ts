// What becomes of the time on this phone without network: extra time by a code, and going on after a pause.
import type { LocalDb } from './database.ts';
import { readSitting } from './read-sitting.ts';
import type { SittingRow } from './rows.ts';
import { withStorage } from './storage-trouble.ts';

/**
 * Extra time that a proctor gave by a code, for this phone has no network to hear of it: the timer runs longer at once.
 * What the server says later is taken when it gives as much; the server itself believes the proctor's act.
 * @param now by the server's clock, ms
 * @returns false when this code was taken before. @throws StorageTrouble
 */
export function takeExtraTime(
  db: LocalDb,
  sittingId: string,
  { minutes, number }: { minutes: number; number: number },
  now: number,
): Promise<boolean> {
  return withStorage(db, () =>
    db.transaction('rw', [db.sittings], async () => {
      const sitting = await readSitting(db, sittingId);
      if (!sitting || sitting.codesTaken.includes(number)) return false;
      const deadline = sitting.deadline + minutes * 60_000;
      const codesTaken = [...sitting.codesTaken, number];
      const grantedUntil = deadline - sitting.wentOn;
      const knowsOfPause = sitting.pausedAt !== null || sitting.wentOn > 0;
      const grantedAt = knowsOfPause ? sitting.grantedAt : now;
      await db.sittings.update(sittingId, { deadline, grantedUntil, grantedAt, codesTaken });
      return true;
    }),
  );
}

// The proctor says in the hall that the exam continues, and this phone has no network to hear it: the clock runs again
// from what was left. The server's next reply sets it right [AT20].

/** @param now by the server's clock, ms. @throws StorageTrouble */
export function goOnPaused(db: LocalDb, sittingId: string, now: number): Promise<void> {
  return withStorage(db, () =>
    db.transaction('rw', [db.sittings], async () => {
      const sitting = await readSitting(db, sittingId);
      if (!sitting || sitting.pausedAt === null) return;
      const wentOn = Math.max(0, now - sitting.pausedAt);
      const deadline = sitting.deadline + wentOn;
      await db.sittings.update(sittingId, { pausedAt: null, deadline, wentOn });
    }),
  );
}

/**
 * The server hears of a code by the proctor's act: until then the code stands. It is longer by a pause that this phone
 * ended only once the server knows that it has ended: while the server says that the exam is still paused, the pause is
 * yet to be given back, and must not be twice. It is longer by a pause that the server ended, too, where it isn't in place
 * of it.
 */
export function timesAfter(
  sitting: SittingRow | null,
  told: { deadline: string; pausedAt?: string | undefined; serverTime: string },
): Pick<
  SittingRow,
  'deadline' | 'pausedAt' | 'grantedUntil' | 'wentOn' | 'toldDeadline' | 'endedEarly'
> {
  const pausedAt = told.pausedAt === undefined ? null : Date.parse(told.pausedAt);
  const toldDeadline = Date.parse(told.deadline);
  let grantedUntil = sitting?.grantedUntil ?? null;
  if (sitting && grantedUntil !== null && pausedAt === null)
    grantedUntil += sitting.wentOn + givenBack(sitting, toldDeadline, Date.parse(told.serverTime));
  const deadline = Math.max(toldDeadline, grantedUntil ?? 0);
  const endedEarly = isEndedEarly(sitting, toldDeadline, Date.parse(told.serverTime));
  return { deadline, pausedAt, grantedUntil, wentOn: 0, toldDeadline, endedEarly };
}

/** The office takes whole seconds: less than one may be left. */
const LEFT_MS = 1_000;

/** Over by now, and before it had been told to be. Nothing but the office takes time that is still to come. */
function isEndedEarly(sitting: SittingRow | null, deadline: number, now: number): boolean {
  if (!sitting || deadline > now + LEFT_MS) return false;
  const before = sitting.toldDeadline ?? 0;
  return deadline === before ? sitting.endedEarly : deadline < before - LEFT_MS;
}

/**
 * What the server gave back for the pause that this phone stood in until now, ms: what the deadline grew by, and no more than
 * the time since the pause began, for the act behind a code may have come in the same moment. None for a code that was taken
 * after the pause began and before this phone heard of it: that may be in place of it.
 */
function givenBack(
  { pausedAt, grantedAt, toldDeadline }: SittingRow,
  deadline: number,
  now: number,
): number {
  if (pausedAt === null || toldDeadline === null || (grantedAt ?? 0) >= pausedAt) return 0;
  return Math.max(0, Math.min(deadline - toldDeadline, now - pausedAt));
}
