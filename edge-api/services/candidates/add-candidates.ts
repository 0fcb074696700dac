/**
 * Adds people to an exam for the office: one by hand, or everyone on a college's list, all or none. Each gets a uid and, by
 * SMS, a one-time password, which nobody else sees. It is made after they are added. No consent is recorded, because only
 * the candidates themselves can agree to anything, not the office.
 */
import { and, eq, isNull } from 'drizzle-orm';
import { unusableHash } from '#api/services/auth/passwords.ts';
import type { ActivityAction } from '#contract/desk/activity.ts';
import type { NewCandidate } from '#contract/desk/candidates.ts';
import type { Accommodations } from '#contract/desk/participants.ts';
import type { Orm } from '#db/client.ts';
import { exams } from '#db/schema/exams.ts';
import { enrolments, users } from '#db/schema/people.ts';
import { auditLog } from '#db/schema/records.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { makePasswords } from '../messages/make-passwords.ts';
import { OFFICE_PASSWORD_MINUTES, queueWelcomes, sendSmsSoon } from '../messages/sms-outbox.ts';
import { newId, newUid } from '../new-id.ts';
import { payByOfficeInvoice } from '../payments/pay-by-invoice.ts';
import { ifFree, refuseTaken, withNewUids } from '../users/change-details.ts';

/** `uid`: their uid on the main site, if they come from a roster (decision 87). */
export type NewPerson = Pick<NewCandidate, 'fullName' | 'mobile' | 'email'> &
  Partial<Accommodations> & {
    uid?: string | undefined;
    /** YYYY-MM-DD */
    dateOfBirth?: string | undefined;
    category?: string | undefined;
  };
export type EnrolInto = Pick<NewCandidate, 'examID' | 'officeInvoice' | 'reason'>;
/** The list that the people come from. */
type AddedList = { id: string; fileName: string };
type Added = { uid: string; mobile: string };

/** The most rows in one statement. */
const PIECE = 200;

type Prepared = NewPerson & {
  uid: string;
  enrolmentId: string;
  createdAt: Date;
};

/**
 * @returns `added`, in the order of `people`; `validUntil`: their one-time passwords work at least until then
 * @throws Problem invalid (examID); a database error if an email address or mobile number is taken, with nobody added
 */
export async function addCandidates(
  deps: Deps,
  actor: string,
  people: readonly NewPerson[],
  into: EnrolInto,
  list?: AddedList,
): Promise<{ added: Added[]; validUntil: string }> {
  const exam = await requireActive(deps.db.orm, into.examID);
  const passwordHash = await unusableHash();
  const now = deps.now();
  const added = await withNewUids(async () => {
    const prepared = people.map((person, at) => ({
      ...person,
      email: person.email?.toLowerCase(),
      uid: person.uid ?? newUid(),
      enrolmentId: newId(),
      // One millisecond apart, so that lists sorted by time keep the college's order.
      createdAt: new Date(now - (people.length - 1 - at)),
    }));
    await deps.db.transaction(async (tx) => {
      for (let start = 0; start < prepared.length; start += PIECE)
        await store(tx, now, actor, prepared.slice(start, start + PIECE), {
          exam,
          passwordHash,
          into,
          list,
        });
      if (list)
        await recordAudit(tx, now, {
          actor,
          action: 'candidates.listed',
          subject: exam.id,
          detail: {
            list: list.id,
            fileName: list.fileName,
            people: people.length,
            reason: into.reason,
            ...(into.officeInvoice && {
              officeInvoice: into.officeInvoice,
              feePaise: exam.pricePaise,
            }),
          },
        });
    });
    return prepared.map(({ uid, mobile }) => ({ uid, mobile }));
  });
  sendSmsSoon(deps);
  deps.background.start('make passwords', () => makePasswords(deps));
  return { added, validUntil: new Date(now + OFFICE_PASSWORD_MINUTES * 60_000).toISOString() };
}

type OpenExam = Pick<typeof exams.$inferSelect, 'id' | 'name' | 'pricePaise'>;

/** @throws Problem invalid (examID) */
export async function requireActive(orm: Orm, examId: string): Promise<OpenExam> {
  const [exam] = await orm
    .select({ id: exams.id, name: exams.name, pricePaise: exams.pricePaise })
    .from(exams)
    .where(and(eq(exams.id, examId), eq(exams.status, 'Active'), isNull(exams.hiddenAt)));
  if (exam) return exam;
  throw new Problem('invalid', { fields: { examID: 'Please choose an Active exam.' } });
}

async function store(
  tx: Orm,
  now: number,
  actor: string,
  people: readonly Prepared[],
  {
    exam,
    passwordHash,
    into,
    list,
  }: {
    exam: OpenExam;
    passwordHash: string;
    into: Pick<EnrolInto, 'officeInvoice' | 'reason'>;
    list: AddedList | undefined;
  },
): Promise<void> {
  const at = new Date(now);
  await tx.insert(users).values(
    people.map(({ uid, fullName, mobile, email, dateOfBirth, enrolmentId, createdAt }) => ({
      uid,
      role: 'candidate' as const,
      fullName,
      mobile,
      email,
      dateOfBirth,
      passwordHash,
      currentEnrolmentId: enrolmentId,
      createdAt,
    })),
  );
  await tx.insert(enrolments).values(
    people.map(({ uid, enrolmentId: id, room = '', extraPercent = 0, createdAt, ...person }) => ({
      id,
      uid,
      examId: exam.id,
      room,
      extraPercent,
      largerText: person.largerText ?? false,
      reader: person.reader ?? false,
      accommodationNote: person.note ?? '',
      category: person.category ?? '',
      createdAt,
    })),
  );
  const { officeInvoice, reason } = into;
  if (officeInvoice)
    await payByOfficeInvoice(
      tx,
      now,
      people.map(({ uid, enrolmentId }) => ({ uid, enrolmentId })),
      { amountPaise: exam.pricePaise, officeInvoice },
    );
  await tx.insert(auditLog).values(
    people.map(({ uid, room, extraPercent, largerText, reader }) => ({
      at,
      actor,
      action: 'candidate.added' satisfies ActivityAction,
      subject: uid,
      detail: {
        examId: exam.id,
        name: exam.name,
        ...(list && { list: list.id }),
        reason,
        ...(room && { room }),
        ...(extraPercent && { extraPercent }),
        ...(largerText && { largerText }),
        ...(reader && { reader }),
        ...(officeInvoice && { officeInvoice, feePaise: exam.pricePaise }),
      },
    })),
  );
  await queueWelcomes(tx, now, people);
}

// The office adds one candidate by hand, for example someone who came to the counter or was left off a list.

/** @throws Problem email-taken, mobile-taken, invalid (examID) */
export async function addCandidate(
  deps: Deps,
  actor: string,
  { fullName, mobile, email, ...into }: NewCandidate,
): Promise<{ uid: string; validUntil: string }> {
  const person = { fullName, mobile, email };
  const { added, validUntil } = await ifFree(
    () => refuseTaken(deps.db.orm, { mobile, email: email?.toLowerCase() }, 'administrator'),
    () => addCandidates(deps, actor, [person], into),
  );
  return { uid: added[0]?.uid ?? '', validUntil };
}
