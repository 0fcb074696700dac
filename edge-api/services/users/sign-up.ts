/**
 * Registration: the user, their enrolment in the exam applied for and their first session, all or none.
 * The uid comes back in the answer and by SMS.
 */
import { and, eq, isNull, or } from 'drizzle-orm';
import {
  type EducationKey,
  educationKeys,
  type SessionReply,
  type SignUpRequest,
} from '#contract/users.ts';
import { violatedConstraint } from '#db/queries/read-error.ts';
import { exams } from '#db/schema/exams.ts';
import { enrolments, sessions, users } from '#db/schema/people.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { hashPassword } from '../auth/hash-password.ts';
import { newSession } from '../auth/new-session.ts';
import { queueSms } from '../messages/queue-sms.ts';
import { sendSmsSoon } from '../messages/send-due-sms.ts';
import { newId, newUid } from '../new-id.ts';
import { throttle } from '../throttle/throttle.ts';

/** Two uids out of 27 thousand million are rarely the same; five times in a row never. */
const UID_TRIES = 5;

export async function signUp(
  deps: Deps,
  form: SignUpRequest,
  address: string,
): Promise<SessionReply> {
  await throttle(deps, [{ key: `sign-up from ${address}`, most: 1_000, seconds: 3_600 }]);
  if (Date.parse(form.dateOfBirth) > deps.now()) {
    throw new Problem('invalid', {
      fields: { dateOfBirth: 'Please choose the day you were born.' },
    });
  }
  const email = form.email.toLowerCase();
  await refuseTaken(deps, email, form.mobile);
  await requireOpenToApplications(deps, form.postAppliedFor);
  const passwordHash = await hashPassword(form.password);
  for (let tries = 1; ; tries += 1) {
    try {
      return await store(deps, { ...form, email }, newUid(), passwordHash);
    } catch (error) {
      const constraint = violatedConstraint(error);
      if (constraint === 'users_email' || constraint === 'users_mobile')
        await refuseTaken(deps, email, form.mobile);
      if (constraint !== 'users_pkey' || tries === UID_TRIES) throw error;
    }
  }
}

/** @throws Problem email-taken, mobile-taken, naming both fields when both are */
async function refuseTaken(deps: Deps, email: string, mobile: string): Promise<void> {
  const found = await deps.db.orm
    .select({ email: users.email, mobile: users.mobile })
    .from(users)
    .where(or(eq(users.email, email), eq(users.mobile, mobile)));
  const fields = {
    ...(found.some((user) => user.email === email) && {
      email: 'This e-mail address is already registered.',
    }),
    ...(found.some((user) => user.mobile === mobile) && {
      mobile: 'This mobile number is already registered.',
    }),
  };
  if (found.length > 0)
    throw new Problem(fields.email ? 'email-taken' : 'mobile-taken', { fields });
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
    await tx.insert(sessions).values({ tokenHash, uid, expiresAt });
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

function educationOf(form: SignUpRequest): Partial<Record<EducationKey, string>> {
  const filled: Partial<Record<EducationKey, string>> = {};
  for (const key of educationKeys) if (form[key]) filled[key] = form[key];
  return filled;
}
