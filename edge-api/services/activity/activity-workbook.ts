// The audit log as a workbook: the same words as the screen, the code and the details beside them.
import { type Activity, describeAction } from '#contract/desk/activity.ts';
import type { Orm } from '#db/client.ts';
import { indiaTime } from '../india-time.ts';
import { text } from '../workbook/columns.ts';
import type { WorkbookRows, WorkbookSheet } from '../workbook/stream-workbook.ts';
import { type ActivityFilter, listActivity } from './list-activity.ts';

const PIECE = 1_000;

export const activitySheet: WorkbookSheet = {
  name: 'Activity',
  columns: [
    text('When (IST)', 20),
    text('Who', 14),
    text('Name', 28),
    text('What', 40),
    text('To what', 20),
    text('Its name', 40),
    text('Code', 26),
    text('Details', 60),
  ],
};

/** Newest first, read a thousand at a time while it is being written. */
export async function* activityRows(orm: Orm, wanted: ActivityFilter): WorkbookRows {
  let below: number | null = null;
  while (true) {
    const piece: Activity[] = await listActivity(orm, wanted, below, PIECE);
    const last = piece.at(-1);
    if (!last) return;
    yield piece.map((entry) => [
      indiaTime(entry.at),
      entry.actor,
      entry.actorName,
      describeAction(entry.action),
      entry.subject,
      entry.subjectName,
      entry.action,
      JSON.stringify(entry.detail),
    ]);
    below = last.id;
  }
}
