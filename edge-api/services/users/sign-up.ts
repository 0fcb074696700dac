/**
 * Registration: the user, their enrolment in the exam applied for, what they agreed to by the texts' versions
 * and their first session, all or none.
 * The uid comes back in the answer and by SMS.
 */
import { and, eq, isNull } from 'drizzle-orm';
import { consentDocuments, consentVersions } from '#contract/account.ts';
import type { SessionReply, SignUpRequest } from '#contract/users.ts';
import { violatedConstraint } from '#db/queries/read-error.ts';
import type { Place } from '#db/queries/users.ts';
import { exams } from '#db/schema/exams.ts';
import { consents, enrolments, sessions, users } from '#db/schema/people.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { hashPassword } from '../auth/hash-password.ts';
import { newSession } from '../auth/new-session.ts';
import type { SignedIn } from '../auth/sign-in.ts';
import { deviceToken, keepPlace, placeOf } from '../auth/signed-in-before.ts';
import { queueSms } from '../messages/queue-sms.ts';
import { sendSmsSoon } from '../messages/send-due-sms.ts';
import { newId, newUid } from '../new-id.ts';
import { throttle } from '../throttle/throttle.ts';
import { educationOf } from './education-of.ts';
import { refuseTaken } from './refuse-taken.ts';

/** Two uids out of 27 thousand million are rarely the same; five times in a row never. */
const UID_TRIES = 5;

export async function signUp(
  deps: Deps,
  form: SignUpRequest,
  from: { address: string; device: string | null },
): Promise<SignedIn> {
  const { address } = from;
  await throttle(deps, [{ key: `sign-up from ${address}`, most: 1_000, seconds: 3_600 }]);
  if (Date.parse(form.dateOfBirth) > deps.now()) {
    throw new Problem('invalid', {
      fields: { dateOfBirth: 'Please choose the day you were born.' },
    });
  }
  const email = form.email.toLowerCase();
  await refuseTaken(deps.db.orm, { email, mobile: form.mobile });
  await requireOpenToApplications(deps, form.postAppliedFor);
  const passwordHash = await hashPassword(form.password);
  for (let tries = 1; ; tries += 1) {
    try {
      const device = deviceToken(from.device);
      const place = placeOf(deps, device, address);
      return {
        reply: await store(deps, { ...form, email }, newUid(), passwordHash, place),
        device,
      };
    } catch (error) {
      const constraint = violatedConstraint(error);
      if (constraint === 'users_email' || constraint === 'users_mobile')
        await refuseTaken(deps.db.orm, { email, mobile: form.mobile });
      if (constraint !== 'users_pkey' || tries === UID_TRIES) throw error;
    }
  }
}

async function requireOpenToApplications(deps: Deps, examId: string): Promise<void> {
  const [exam] = await deps.db.orm
    .select({ id: exams.id })
    .from(exams)
    .where(and(eq(exams.id, examId), eq(exams.status, 'Active'), isNull(exams.hiddenAt)));
  if (!exam)
    throw new Problem('invalid', {
      fields: { postAppliedFor: 'Please choose an exam that is open for applications.' },
    });
}

async function store(
  deps: Deps,
  form: SignUpRequest,
  uid: string,
  passwordHash: string,
  place: Place,
): Promise<SessionReply> {
  const { token, tokenHash, expiresAt } = newSession(deps.now());
  const enrolmentId = newId();
  await deps.db.transaction(async (tx) => {
    await tx.insert(users).values({
      uid,
      role: 'candidate',
      fullName: form.fullName,
      email: form.email,
      mobile: form.mobile,
      passwordHash,
      dateOfBirth: form.dateOfBirth,
      address: form.address,
      city: form.city,
      state: form.state,
      education: educationOf(form),
      workExp: form.workExp ?? '',
      currentEnrolmentId: enrolmentId,
      createdAt: new Date(deps.now()),
    });
    await tx.insert(enrolments).values({
      id: enrolmentId,
      uid,
      examId: form.postAppliedFor,
      createdAt: new Date(deps.now()),
    });
    await tx.insert(consents).values(
      consentDocuments.map((document) => ({
        uid,
        document,
        version: consentVersions[document],
        givenAt: new Date(deps.now()),
      })),
    );
    await tx.insert(sessions).values({ tokenHash, uid, expiresAt });
    await keepPlace(tx, uid, place, deps.now());
    await queueSms(tx, deps.now(), {
      purpose: 'uid-created',
      mobile: form.mobile,
      vars: { uid },
    });
  });
  sendSmsSoon(deps);
  return {
    token,
    user: {
      uid,
      role: 'candidate',
      fullName: form.fullName,
      email: form.email,
      mobile: form.mobile,
      status: 'Registered',
      examID: form.postAppliedFor,
      examStatus: null,
      score: [],
      TxnID: null,
      mustChangePassword: false,
    },
  };
}
