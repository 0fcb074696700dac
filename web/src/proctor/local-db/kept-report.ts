// The report of a session as this phone last loaded it. It goes as the boards do (kept-board.ts).
import * as z from 'zod/mini';
import { type HallReport, hallReportSchema } from '#contract/hall/report.ts';
import { tokenOf } from '#web/shared/session.ts';
import type { HallDb } from './hall-db.ts';
import { reportKey } from './kept-board.ts';

/** Only while they are signed in, as with boards. */
export async function keepReport(db: HallDb, uid: string, report: HallReport): Promise<void> {
  await db.transaction('rw', [db.facts], async () => {
    const key = reportKey(uid, report.exam._id);
    if (tokenOf(uid) !== null) await db.facts.put({ key, value: report });
  });
}

/** Null where none is kept, or none that this version can read. */
export async function readKeptReport(
  db: HallDb,
  uid: string,
  examId: string,
): Promise<HallReport | null> {
  const kept = await db.facts.get(reportKey(uid, examId));
  return z.safeParse(hallReportSchema, kept?.value).data ?? null;
}
