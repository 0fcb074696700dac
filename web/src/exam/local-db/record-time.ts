// Changes to the time on a phone without a network: extra time by a code, and continuing after a pause.
import type { LocalDb } from './database.ts';
import { readSitting } from './read-sitting.ts';
import type { SittingRow } from './rows.ts';
import { withStorage } from './storage-trouble.ts';

/**
 * Takes the extra time of a proctor's code, on a phone that has no network to hear of it: the timer runs longer at
 * once. A deadline from the server replaces it only if it is at least as late; the server itself goes by the proctor's
 * act.
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

// The proctor says in the exam hall that the exam continues, and this phone has no network to hear it: the timer runs
// again with the time that was left. The server's next reply corrects it [AT20].

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
 * The times after a reply from the server. A code stands until the server hears of it through the proctor's act, so the
 * later of the two deadlines counts. The code's deadline (`grantedUntil`) also grows by a pause, but only once the
 * server says that the pause is over: before that, the server has yet to give the pause back, and it would count twice.
 * This holds for a pause that this phone ended (`wentOn`), and for one that the server ended unless the code stands in
 * place of it (`givenBack`).
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

/** When the office ends an exam, it takes away whole seconds: less than one may be left. */
const LEFT_MS = 1_000;

/**
 * True when the exam is over by now, and sooner than the server had said. Only the office takes away time that is still
 * to come.
 */
function isEndedEarly(sitting: SittingRow | null, deadline: number, now: number): boolean {
  if (!sitting || deadline > now + LEFT_MS) return false;
  const before = sitting.toldDeadline ?? 0;
  return deadline === before ? sitting.endedEarly : deadline < before - LEFT_MS;
}

/**
 * Milliseconds that the server gave back for the pause that this phone was in until now: what the deadline grew by, but
 * no more than the time since the pause began, because the act behind a code may have come at the same moment. 0 when a
 * code was taken after the pause began and before this phone heard of it: that code may stand in place of the pause.
 */
function givenBack(
  { pausedAt, grantedAt, toldDeadline }: SittingRow,
  deadline: number,
  now: number,
): number {
  if (pausedAt === null || toldDeadline === null || (grantedAt ?? 0) >= pausedAt) return 0;
  return Math.max(0, Math.min(deadline - toldDeadline, now - pausedAt));
}
