// Where a candidate sits, and what was agreed with them beforehand. Extra time is applied at the start by itself, and at
// once to who sits already.
import { and, eq } from 'drizzle-orm';
import type { Accommodations } from '#contract/desk/participants.ts';
import { enrolments } from '#db/schema/people.ts';
import { sittings } from '#db/schema/sittings.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { applyTime } from '../hall/apply-time.ts';
import { askToLook, noteRow } from '../hall/changes.ts';

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
