// Where many candidates of an exam sit, all of them or none.
import { and, eq, inArray, ne } from 'drizzle-orm';
import type { ActivityAction } from '#contract/desk/activity.ts';
import type { SeatMany } from '#contract/desk/participants.ts';
import { enrolments } from '#db/schema/people.ts';
import { auditLog } from '#db/schema/records.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { noteRow } from '../hall/changes.ts';

/** @throws Problem not-found: somebody of them isn't enrolled in this exam */
export async function seatMany(
  deps: Deps,
  actor: string,
  examId: string,
  { uids, room, reason }: SeatMany,
): Promise<{ changed: number }> {
  const wanted = new Set(uids.map((uid) => uid.toUpperCase()));
  const theirs = and(eq(enrolments.examId, examId), inArray(enrolments.uid, [...wanted]));
  const changed = await deps.db.transaction(async (tx) => {
    const found = await tx.select({ uid: enrolments.uid }).from(enrolments).where(theirs);
    if (found.length < wanted.size)
      throw new Problem('not-found', {
        sentence: `${wanted.size - found.length} of these candidates are not in this exam any more. Nothing was changed: please reload the list.`,
      });
    const moved = await tx
      .update(enrolments)
      .set({ room })
      .where(and(theirs, ne(enrolments.room, room)))
      .returning({ id: enrolments.id, uid: enrolments.uid });
    if (moved.length > 0)
      await tx.insert(auditLog).values(
        moved.map(({ uid }) => ({
          at: new Date(deps.now()),
          actor,
          action: 'enrolment.accommodated' satisfies ActivityAction,
          subject: uid,
          detail: { exam: examId, room, reason },
        })),
      );
    return moved;
  });
  for (const { id } of changed) noteRow(deps.db, { exam_id: examId, enrolment_id: id });
  return { changed: changed.length };
}
