/**
 * Stores an application for a course; the amount is the course's. One for Germany is an enquiry too, in the
 * same transaction. The same one sent twice is one; what a robot filled in is answered as ever and kept nowhere.
 */
import { eq } from 'drizzle-orm';
import type { ApplicationReply, ApplicationRequest } from '#contract/site/applications.ts';
import { type Course, courseAmounts, isCourse } from '#contract/site/courses.ts';
import type { Orm } from '#db/client.ts';
import { applications } from '#db/schema/money.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { storeEnquiry } from '../enquiries/store-enquiry.ts';
import { newSecretId } from '../new-id.ts';
import { throttle } from '../throttle/throttle.ts';

const GERMANY: Course = 'Germany Job Placement';

/** @throws Problem throttled, and invalid for an id that is another's */
export async function createApplication(
  deps: Deps,
  form: ApplicationRequest,
  address: string,
): Promise<ApplicationReply> {
  const { name, email, phone, course } = form;
  if (!isCourse(course))
    throw new Problem('invalid', { fields: { course: 'Please choose one of our courses.' } });
  await throttle(deps, [{ key: `application from ${address}`, most: 200, seconds: 3_600 }]);
  // Whoever knows it may see the order and its invoice.
  const id = form.id ?? newSecretId();
  const wanted = { id, name, email, phone, course, amountPaise: courseAmounts[course] * 100 };
  const txnId = form.website
    ? null
    : await deps.db.transaction((tx) => store(tx, deps.now(), wanted));
  return {
    application: { _id: id, name, email, phone, course, amount: courseAmounts[course], txnId },
  };
}

/** @returns the transaction that has paid it, when it was sent before */
async function store(
  tx: Orm,
  now: number,
  wanted: Omit<typeof applications.$inferInsert, 'createdAt'>,
): Promise<string | null> {
  const { id, name, email, phone } = wanted;
  const [stored] = await tx
    .insert(applications)
    .values({ ...wanted, createdAt: new Date(now) })
    .onConflictDoNothing({ target: applications.id })
    .returning({ id: applications.id });
  if (!stored) return txnOfSame(tx, wanted);
  if (wanted.course === GERMANY)
    await storeEnquiry(tx, now, {
      id: undefined,
      kind: 'germany',
      name,
      email,
      phone,
      applicationId: id,
    });
  return null;
}

async function txnOfSame(
  tx: Orm,
  wanted: Pick<typeof applications.$inferInsert, 'id' | 'name' | 'email' | 'phone' | 'course'>,
): Promise<string | null> {
  const [standing] = await tx.select().from(applications).where(eq(applications.id, wanted.id));
  const isSame =
    standing?.name === wanted.name &&
    standing.email === wanted.email &&
    standing.phone === wanted.phone &&
    standing.course === wanted.course;
  if (!isSame) throw new Problem('invalid', { fields: { id: 'This id is taken already.' } });
  return standing.txnId;
}
