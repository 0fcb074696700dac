// What a paid order brings: the enrolment becomes Fees Paid, or the application gets its transaction id, each only once. A second payment
// for the same thing is reported as such, so that it is refunded and never counted again.
import { and, eq, isNull } from 'drizzle-orm';
import type { Orm } from '#db/client.ts';
import { applications } from '#db/schema/money.ts';
import { enrolments, users } from '#db/schema/people.ts';
import { statusAfter } from '#machines/user-status/user-status.machine.ts';

type PaidOrder = {
  orderId: string;
  uid: string | null;
  enrolmentId: string | null;
  applicationId: string | null;
};

export type Fulfilled = 'once' | 'paid-before';

/** Call this in the transaction that has locked the order and closes it. Locks the user, then the enrolment (decision 14). */
export async function fulfil(
  tx: Orm,
  now: number,
  order: PaidOrder,
  txnId: string | null,
): Promise<Fulfilled> {
  if (order.uid !== null && order.enrolmentId !== null)
    return enrol(tx, now, order.uid, order.enrolmentId, txnId ?? order.orderId);
  if (order.applicationId === null) throw new Error(`Order ${order.orderId} pays for nothing`);
  const marked = await tx
    .update(applications)
    .set({ txnId: txnId ?? order.orderId })
    .where(and(eq(applications.id, order.applicationId), isNull(applications.txnId)))
    .returning({ id: applications.id });
  return marked.length === 1 ? 'once' : 'paid-before';
}

async function enrol(
  tx: Orm,
  now: number,
  uid: string,
  enrolmentId: string,
  txnId: string,
): Promise<Fulfilled> {
  const [user] = await tx
    .select({ currentEnrolmentId: users.currentEnrolmentId })
    .from(users)
    .where(eq(users.uid, uid))
    .for('update');
  const [enrolment] = await tx
    .select()
    .from(enrolments)
    .where(eq(enrolments.id, enrolmentId))
    .for('update');
  if (!user || !enrolment) throw new Error(`Enrolment ${enrolmentId} is gone`);
  const status = statusAfter(enrolment.status, 'PAID');
  if (status === enrolment.status) return 'paid-before';
  await tx
    .update(enrolments)
    .set({ status, txnId, paidAt: new Date(now) })
    .where(eq(enrolments.id, enrolmentId));
  if (user.currentEnrolmentId !== enrolmentId && !(await isPaid(tx, user.currentEnrolmentId))) {
    // The candidate paid an order made before choosing another exam. They sit the exam they paid for.
    await tx.update(users).set({ currentEnrolmentId: enrolmentId }).where(eq(users.uid, uid));
  }
  return 'once';
}

async function isPaid(tx: Orm, enrolmentId: string | null): Promise<boolean> {
  if (enrolmentId === null) return false;
  const [row] = await tx
    .select({ status: enrolments.status })
    .from(enrolments)
    .where(eq(enrolments.id, enrolmentId));
  return row !== undefined && row.status !== 'Registered';
}
