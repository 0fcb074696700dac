// Where a candidate sits, and what was agreed with them beforehand. Extra time is applied at the start by itself, and at
// once to who sits already.
import { and, eq, inArray, ne } from 'drizzle-orm';
import type { Deps } from '#api/deps.ts';
import { Problem } from '#api/problem.ts';
import { recordAudit } from '#api/services/audit/record-audit.ts';
import { applyTime } from '#api/services/hall/apply-time.ts';
import { askToLook, noteRow } from '#api/services/hall/changes.ts';
import type { ActivityAction } from '#contract/desk/activity.ts';
import type { Accommodations, SeatMany } from '#contract/desk/participants.ts';
import { enrolments } from '#db/schema/people.ts';
import { auditLog } from '#db/schema/records.ts';
import { sittings } from '#db/schema/sittings.ts';

/** @throws Problem not-found: this person isn't enrolled in this exam */
export async function changeAccommodations(
  deps: Deps,
  actor: string,
  { examId, uid }: { examId: string; uid: string },
  hall: Accommodations,
): Promise<Accommodations> {
  const { room, extraPercent, largerText, reader, note } = hall;
  const enrolmentId = await deps.db.transaction(async (tx) => {
    const [changed] = await tx
      .update(enrolments)
      .set({ room, extraPercent, largerText, reader, accommodationNote: note })
      .where(and(eq(enrolments.examId, examId), eq(enrolments.uid, uid)))
      .returning({ id: enrolments.id });
    if (!changed) throw new Problem('not-found');
    // What a note says of somebody's health stays out of a log that is kept for good.
    await recordAudit(tx, deps.now(), {
      actor,
      action: 'enrolment.accommodated',
      subject: uid,
      detail: { exam: examId, room, extraPercent, largerText, reader },
    });
    return changed.id;
  });
  const [sitting] = await deps.db.orm
    .select({ id: sittings.id })
    .from(sittings)
    .where(eq(sittings.enrolmentId, enrolmentId));
  if (sitting) {
    await applyTime(deps, [sitting.id]);
    askToLook(deps.db, [sitting.id]);
  }
  noteRow(deps.db, { exam_id: examId, enrolment_id: enrolmentId });
  return hall;
}

// The room of many candidates of an exam: all of them or none.

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
