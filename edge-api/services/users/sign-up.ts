/**
 * Registration: stores the user, the enrolment in the exam applied for, the accepted versions of the texts, and the first session, all or
 * none. The uid comes back in the reply. It is also sent by SMS, though only a few times, because nobody has proven yet that the number is
 * theirs.
 */
import { and, eq, isNull } from 'drizzle-orm';
import {
  hashPassword,
  refuseCommonPassword,
  refuseOwnWords,
} from '#api/services/auth/passwords.ts';
import { newSession } from '#api/services/auth/sessions.ts';
import { settingNow } from '#api/services/settings/settings.ts';
import { consentDocuments, consentVersions } from '#contract/site/account.ts';
import type { SignUpRequest } from '#contract/site/registration.ts';
import type { SessionReply } from '#contract/wire/users.ts';
import type { Place } from '#db/queries/users.ts';
import { exams } from '#db/schema/exams.ts';
import { consents, enrolments, sessions, users } from '#db/schema/people.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { deviceToken, keepPlace, placeOfTry } from '../auth/guess-limits.ts';
import type { SignedIn } from '../auth/sign-in.ts';
import { INDIA_AHEAD_MS } from '../india-time.ts';
import { queueSms, sendSmsSoon } from '../messages/sms-outbox.ts';
import { newId, newUid } from '../new-id.ts';
import { countTry, slowing, throttle } from '../throttle/throttle.ts';
import { educationOf, ifFree, refuseTaken, withNewUids } from './change-details.ts';

/**
 * How often in an hour one network address is told that an email or a mobile is registered; beyond that, once a minute. Enough for the
 * mistakes of a whole exam hall, but no quiet way to try out a list of numbers. People whose number is free can always register: thousands
 * of phones share one carrier's address, and none of them may keep the others out.
 */
const MOST_TAKEN = 20;

export async function signUp(
  deps: Deps,
  form: SignUpRequest,
  from: { address: string; device: string | null },
): Promise<SignedIn> {
  const { address } = from;
  await throttle(deps, [{ key: `sign-up from ${address}`, most: 1_000, seconds: 3_600 }]);
  const telling = [slowing(`taken, told to ${address}`, MOST_TAKEN, 3_600, 60)];
  await refuseTooYoung(deps, form.dateOfBirth, {
    unborn: 'Please choose your date of birth.',
    tooYoung: (least) => `You must be at least ${least} years old to register.`,
  });
  await refuseCommonPassword(form.password, 'password');
  await refuseOwnWords(deps, { password: form.password, field: 'password' }, form);
  const email = form.email.toLowerCase();
  const requireFree = async () => {
    try {
      await refuseTaken(deps.db.orm, { email, mobile: form.mobile }, 'newcomer');
    } catch (taken) {
      await countTry(deps, telling);
      throw taken;
    }
  };
  return ifFree(requireFree, async () => {
    await requireOpenToApplications(deps, form.postAppliedFor);
    const passwordHash = await hashPassword(form.password);
    const texts = await mayText(deps, form.mobile, address);
    const device = deviceToken(from.device);
    const place = placeOfTry(deps, device, address);
    const about = { passwordHash, place, texts };
    const reply = await withNewUids(() => store(deps, { ...form, email }, newUid(), about));
    return { reply, device };
  });
}

/** Beyond these limits the account is made without an SMS: its uid is shown on the screen. */
async function mayText(deps: Deps, mobile: string, address: string): Promise<boolean> {
  const limits = [
    { key: `welcome texts from ${address}`, most: 100, seconds: 3_600 },
    { key: `welcome text to ${mobile}`, most: 2, seconds: 24 * 3_600 },
  ];
  return throttle(deps, limits).then(
    () => true,
    (refusal: unknown) => {
      if (refusal instanceof Problem) return false;
      throw refusal;
    },
  );
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
  { passwordHash, place, texts }: { passwordHash: string; place: Place; texts: boolean },
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
      education: educationOf(form, deps.now()),
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
    if (texts)
      await queueSms(tx, deps.now(), {
        purpose: 'uid-created',
        uid,
        mobile: form.mobile,
        vars: { uid },
      });
  });
  sendSmsSoon(deps);
  return {
    token,
    uidTexted: texts,
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

// Checks a date of birth: in the past, and at least the minimum age ago by India's calendar.

/** @param dateOfBirth YYYY-MM-DD @throws Problem invalid (dateOfBirth) */
export async function refuseTooYoung(
  deps: Deps,
  dateOfBirth: string,
  say: { unborn: string; tooYoung: (least: number) => string },
): Promise<void> {
  const today = new Date(deps.now() + INDIA_AHEAD_MS).toISOString().slice(0, 10);
  const { minimumAge } = await settingNow(deps, 'policies');
  const comesOfAge = `${Number(dateOfBirth.slice(0, 4)) + minimumAge}${dateOfBirth.slice(4)}`;
  if (dateOfBirth < today && comesOfAge <= today) return;
  const message = dateOfBirth >= today ? say.unborn : say.tooYoung(minimumAge);
  throw new Problem('invalid', { fields: { dateOfBirth: message } });
}
