// Keeps the report of a session as this phone last loaded it. It is erased together with the boards (kept-board.ts).
import * as z from 'zod/mini';
import { type HallReport, hallReportSchema } from '#contract/hall/report.ts';
import { tokenOf } from '#web/shared/session.ts';
import type { HallDb } from './hall-db.ts';
import { reportKey } from './kept-board.ts';

/** Saves a report only while its proctor is signed in, like `keepBoard`. */
export async function keepReport(db: HallDb, uid: string, report: HallReport): Promise<void> {
  await db.transaction('rw', [db.facts], async () => {
    const key = reportKey(uid, report.exam._id);
    if (tokenOf(uid) !== null) await db.facts.put({ key, value: report });
  });
}

/** Null when no report is kept, or none that this version can read. */
export async function readKeptReport(
  db: HallDb,
  uid: string,
  examId: string,
): Promise<HallReport | null> {
  const kept = await db.facts.get(reportKey(uid, examId));
  return z.safeParse(hallReportSchema, kept?.value).data ?? null;
}
