/**
 * Texts candidates when their exam starts (decision 100): all candidates of an exam when the office asks for it, or one candidate who is
 * moved to another exam. Only candidates who have paid and not begun are told, at most once a day for each start, however often the office asks.
 */
import { and, eq, isNull, notExists, type SQL, sql } from 'drizzle-orm';
import type { StartTexts } from '#contract/desk/start-texts.ts';
import type { Orm } from '#db/client.ts';
import { type ExamRow, findExam, shownStart } from '#db/queries/exams.ts';
import { exams } from '#db/schema/exams.ts';
import { enrolments, users } from '#db/schema/people.ts';
import { smsOutbox } from '#db/schema/records.ts';
import { sittings } from '#db/schema/sittings.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { indiaTime } from '../india-time.ts';
import { dropStarts, queueStarts, sendSmsSoon } from './sms-outbox.ts';

/** @throws Problem not-found */
export async function readStartTexts(deps: Deps, examId: string): Promise<StartTexts> {
  const exam = await findExam(deps.db.orm, examId);
  if (!exam) throw new Problem('not-found');
  const people = await findToCome(deps.db.orm, deps.now(), exam);
  const reachable = people.filter(({ mobile }) => mobile !== null);
  const told = reachable.filter((person) => person.told).length;
  return {
    refused: refusalOf(deps, exam),
    startDate: exam.startsAt.toISOString(),
    toTell: reachable.length - told,
    told,
    unreachable: people.length - reachable.length,
  };
}

/**
 * @param startDate the start that the office saw
 * @throws Problem not-found, changed-meanwhile (the exam has another start now), invalid (with the reason why it can't be sent)
 */
export async function textStart(
  deps: Deps,
  actor: string,
  examId: string,
  startDate: string,
): Promise<{ queued: number }> {
  const queued = await deps.db.transaction(async (tx) => {
    const exam = await holdExam(tx, examId);
    if (!exam || exam.hiddenAt) throw new Problem('not-found');
    if (exam.startsAt.getTime() !== Date.parse(startDate)) throw new Problem('changed-meanwhile');
    const { start, queued } = await queueFor(deps, tx, exam);
    if (queued > 0)
      await recordAudit(tx, deps.now(), {
        actor,
        action: 'exam.start-texted',
        subject: examId,
        detail: { start, candidates: queued },
      });
    return queued;
  });
  sendSmsSoon(deps);
  return { queued };
}

/** For a candidate who was just moved to this exam; call `sendSmsSoon` afterwards. @throws Problem invalid (with the reason why it can't be sent) */
export async function textStartTo(deps: Deps, tx: Orm, examId: string, uid: string): Promise<void> {
  const exam = await holdExam(tx, examId);
  if (exam) await queueFor(deps, tx, exam, eq(enrolments.uid, uid));
}

/** Drops waiting messages about a start that no longer applies, because the exam's start or this candidate was moved. */
export async function dropStartTexts(tx: Orm, examId: string, uid?: string): Promise<void> {
  await dropStarts(tx, `start ${examId} ${uid === undefined ? '' : `${uid} `}`);
}

/** Locks the exam. A change of its start waits, and then drops what was queued; a second request to text waits, and then tells nobody twice. */
async function holdExam(
  tx: Orm,
  examId: string,
): Promise<(ExamRow & { shown: string }) | undefined> {
  const [held] = await tx
    .select({ exam: exams, shown: shownStart })
    .from(exams)
    .where(eq(exams.id, examId))
    .for('no key update');
  return held && { ...held.exam, shown: held.shown };
}

async function queueFor(
  deps: Deps,
  tx: Orm,
  exam: ExamRow & { shown: string },
  whose?: SQL,
): Promise<{ start: string; queued: number }> {
  const refused = refusalOf(deps, exam);
  if (refused !== null) throw new Problem('invalid', { sentence: refused });
  const people = await findToCome(tx, deps.now(), exam, whose);
  const start = exam.shown;
  const told = people.flatMap(({ id, uid, mobile, told }) =>
    told || mobile === null ? [] : [{ id, uid, mobile, start }],
  );
  await queueStarts(tx, deps.now(), exam.startsAt, told);
  return { start, queued: told.length };
}

/** The reason why no message can be sent, as a sentence for the office; null if there is none. */
function refusalOf({ sms, now }: Deps, exam: ExamRow): string | null {
  if (!sms.canSend('exam-start'))
    return 'The text message for this isn’t set up on the server. Ask whoever runs it to set the template.';
  if (exam.startsAt.getTime() <= now()) return 'This exam has already started.';
  if (exam.status !== 'Active') return 'This exam is Inactive: candidates can’t open it.';
  return null;
}

/** Candidates who have paid and not begun, each with the `id` that a message to them would have today. */
function findToCome(orm: Orm, now: number, exam: ExamRow, whose?: SQL) {
  const today = indiaTime(new Date(now).toISOString()).slice(0, 10);
  const id = sql<string>`${`start ${exam.id} `}::text || ${enrolments.uid} || ${` ${exam.startsAt.getTime()} ${today}`}::text`;
  const begun = orm
    .select({ id: sittings.id })
    .from(sittings)
    .where(eq(sittings.enrolmentId, enrolments.id));
  return orm
    .select({
      id,
      uid: users.uid,
      mobile: users.mobile,
      told: sql<boolean>`exists (select from ${smsOutbox} where ${smsOutbox.id} = ${id})`,
    })
    .from(enrolments)
    .innerJoin(users, eq(users.uid, enrolments.uid))
    .where(
      and(
        eq(enrolments.examId, exam.id),
        eq(enrolments.status, 'Fees Paid'),
        isNull(users.blockedAt),
        isNull(users.deletedAt),
        notExists(begun),
        whose,
      ),
    );
}
