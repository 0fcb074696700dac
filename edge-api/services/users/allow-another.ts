// Lets a Completed candidate into one more exam: a new enrolment becomes the current one, the old one
// keeps its result (decisions.md section 4).
import { and, eq, isNull } from 'drizzle-orm';
import { normaliseUid } from '#api/services/auth/find-uid.ts';
import type { User } from '#contract/wire/users.ts';
import { violatedConstraint } from '#db/queries/read-error.ts';
import { readUser } from '#db/queries/users.ts';
import { exams } from '#db/schema/exams.ts';
import { enrolments, users } from '#db/schema/people.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { newId } from '../new-id.ts';
import { toUser } from './read-user.ts';

const refused = (field: string, message: string) =>
  new Problem('invalid', { fields: { [field]: message } });

/** @throws Problem not-found, invalid (not Completed, exam not Active, exam taken before) */
export async function allowAnother(
  deps: Deps,
  actor: string,
  wanted: { uid: string; examID: string; reason?: string | undefined },
): Promise<User> {
  const uid = normaliseUid(wanted.uid);
  try {
    await deps.db.transaction(async (tx) => {
      const [user] = await tx
        .select({ current: users.currentEnrolmentId, deletedAt: users.deletedAt })
        .from(users)
        .where(eq(users.uid, uid))
        .for('update');
      if (!user || user.deletedAt) throw new Problem('not-found');
      const [current] = await tx
        .select()
        .from(enrolments)
        .where(eq(enrolments.id, user.current ?? ''));
      if (current?.status !== 'Completed')
        throw refused('uid', 'This candidate has not completed an exam.');
      const open = and(
        eq(exams.id, wanted.examID),
        eq(exams.status, 'Active'),
        isNull(exams.hiddenAt),
      );
      const [exam] = await tx.select({ id: exams.id, name: exams.name }).from(exams).where(open);
      if (!exam) throw refused('examID', 'Please choose an Active exam.');
      const id = newId();
      await tx
        .insert(enrolments)
        .values({ id, uid, examId: exam.id, createdAt: new Date(deps.now()) });
      await tx.update(users).set({ currentEnrolmentId: id }).where(eq(users.uid, uid));
      await recordAudit(tx, deps.now(), {
        actor,
        action: 'candidate.allowed-another',
        subject: uid,
        detail: {
          examId: exam.id,
          name: exam.name,
          ...(wanted.reason && { reason: wanted.reason }),
        },
      });
    });
  } catch (error) {
    if (violatedConstraint(error) === 'enrolments_once')
      throw refused('examID', 'This candidate applied for that exam before.');
    throw error;
  }
  const row = await readUser(deps.db, uid);
  if (!row) throw new Problem('not-found');
  return toUser(row);
}
