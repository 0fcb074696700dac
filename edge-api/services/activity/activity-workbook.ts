// The audit log as a workbook: the same words as the screen, the code and the details beside them.
import { type Activity, describeAction } from '#contract/activity.ts';
import type { Orm } from '#db/client.ts';
import type { WorkbookRows, WorkbookSheet } from '../workbook/stream-workbook.ts';
import { type ActivityFilter, listActivity } from './list-activity.ts';

const PIECE = 1_000;

export const activitySheet: WorkbookSheet = {
  name: 'Activity',
  columns: [
    { head: 'When (UTC)', width: 24, of: 'text' },
    { head: 'Who', width: 14, of: 'text' },
    { head: 'Name', width: 28, of: 'text' },
    { head: 'What', width: 40, of: 'text' },
    { head: 'To what', width: 20, of: 'text' },
    { head: 'Its name', width: 40, of: 'text' },
    { head: 'Code', width: 26, of: 'text' },
    { head: 'Details', width: 60, of: 'text' },
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
      entry.at,
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
