// Starts a payment: of an exam's fee, or of a course application.
import { eq } from 'drizzle-orm';
import type { Deps } from '#api/deps.ts';
import { Problem } from '#api/problem.ts';
import { recordAudit } from '#api/services/audit/record-audit.ts';
import { newId } from '#api/services/new-id.ts';
import type { Orm } from '#db/client.ts';
import { exams } from '#db/schema/exams.ts';
import { applications, orders } from '#db/schema/money.ts';
import { enrolments, users } from '#db/schema/people.ts';
import { endOfExam } from '#machines/sitting/deadline.ts';
import { fulfil } from './fulfil.ts';
import {
  insertOrder,
  openOrNewOrder,
  openPaymentPage,
  type Payer,
  type Started,
} from './open-order.ts';
import { screenAddress } from './read-order.ts';
import type { Order } from './reconcile.ts';
import { reconcileOwnOrders } from './reconcile-open.ts';

// Starts the payment of an exam's fee. The enrolment paid for becomes the candidate's current one, the exam decides the amount, and a
// payment page that is already open is used again.

/** @throws Problem not-found, exam-inactive, exam-over, already-paid, payment-not-started */
export async function startExamPayment(deps: Deps, uid: string, examId: string): Promise<Started> {
  await reconcileOwnOrders(deps, { uid });
  const { order, payer } = await deps.db.transaction((tx) =>
    placeOrder(tx, deps.now(), uid, examId),
  );
  if (order.state !== 'success') return openPaymentPage(deps, order, payer);
  return {
    payment_url: `${deps.settings.publicUrl}${screenAddress(order)}`,
    order_id: order.orderId,
  };
}

async function placeOrder(
  tx: Orm,
  now: number,
  uid: string,
  examId: string,
): Promise<{ order: Order; payer: Payer }> {
  // This lock makes two payment starts of the same candidate wait for each other.
  const [user] = await tx.select().from(users).where(eq(users.uid, uid)).for('update');
  const [exam] = await tx.select().from(exams).where(eq(exams.id, examId));
  if (!user || user.deletedAt || !exam || exam.hiddenAt !== null) throw new Problem('not-found');
  if (exam.status !== 'Active') throw new Problem('exam-inactive');
  const mine = await tx.select().from(enrolments).where(eq(enrolments.uid, uid));
  const current = mine.find(({ id }) => id === user.currentEnrolmentId);
  const standing = mine.find((enrolment) => enrolment.examId === examId);
  if ([current, standing].some((enrolment) => enrolment && enrolment.status !== 'Registered'))
    throw new Problem('already-paid');
  const { start, startsAt, durationMinutes } = exam;
  const facts = { start, starts: startsAt.getTime() };
  if (now >= endOfExam(facts, durationMinutes, standing?.extraPercent))
    throw new Problem('exam-over');
  const enrolmentId = standing?.id ?? newId();
  if (!standing)
    await tx.insert(enrolments).values({ id: enrolmentId, uid, examId, createdAt: new Date(now) });
  if (current?.id !== enrolmentId)
    await tx.update(users).set({ currentEnrolmentId: enrolmentId }).where(eq(users.uid, uid));
  const target = { kind: 'exam', uid, enrolmentId } as const;
  const order =
    exam.pricePaise === 0
      ? await enrolFree(tx, now, target)
      : await openOrNewOrder(tx, now, target, exam.pricePaise);
  const [firstName = '', ...rest] = user.fullName.split(' ');
  const payer: Payer = {
    customerEmail: user.email ?? undefined,
    customerPhone: user.mobile ?? undefined,
    firstName,
    lastName: rest.join(' '),
    description: `Exam fee: ${exam.name}`,
    udf1: examId,
  };
  return { order, payer };
}

/** An exam without a fee needs no gateway: the order is recorded as paid. */
async function enrolFree(
  tx: Orm,
  now: number,
  target: { kind: 'exam'; uid: string; enrolmentId: string },
): Promise<Order> {
  const order = await insertOrder(tx, now, target, 0);
  const state = (await fulfil(tx, now, order, null)) === 'once' ? 'success' : 'failed';
  await tx
    .update(orders)
    .set({ state, nextCheckAt: null, settledAt: new Date(now) })
    .where(eq(orders.orderId, order.orderId));
  await recordAudit(tx, now, {
    actor: target.uid,
    action: `order.${state}`,
    subject: order.orderId,
    detail: { free: true },
  });
  return { ...order, state };
}

// Starts the payment of a course application.

const MISSING = 'Missing course application ID. Please apply again.';

/**
 * @param named fields in which the client names the application: COURSE-{applicationId}-{timestamp}, or the id itself
 * @throws Problem invalid or not-found (both with the same sentence), already-paid, payment-not-started
 */
export async function startApplicationPayment(
  deps: Deps,
  named: { order_id?: string | undefined; customer_id?: string | undefined },
): Promise<Started> {
  const id =
    /^COURSE-([A-Za-z0-9_]{1,40})-\d+$/.exec(named.order_id ?? '')?.[1] ?? named.customer_id;
  if (!id) throw new Problem('invalid', { sentence: MISSING });
  await reconcileOwnOrders(deps, { applicationId: id });
  const { order, application } = await deps.db.transaction(async (tx) => {
    const [found] = await tx
      .select()
      .from(applications)
      .where(eq(applications.id, id))
      .for('update');
    if (!found) throw new Problem('not-found', { sentence: MISSING });
    if (found.txnId !== null)
      throw new Problem('already-paid', {
        sentence: 'This application has already been paid for.',
      });
    return {
      application: found,
      order: await openOrNewOrder(
        tx,
        deps.now(),
        { kind: 'course', applicationId: id },
        found.amountPaise,
      ),
    };
  });
  const [firstName = '', ...rest] = application.name.split(' ');
  return openPaymentPage(deps, order, {
    customerEmail: application.email,
    customerPhone: application.phone,
    firstName,
    lastName: rest.join(' '),
    description: `Course application: ${application.course}`,
    udf1: id,
  });
}
