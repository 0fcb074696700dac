// Starts the payment of an exam's fee: the enrolment paid for becomes the candidate's current one, the fee
// is the exam's, and a page that is open already is used again (decisions.md sections 4 and 6).
import { eq } from 'drizzle-orm';
import type { Orm } from '#db/client.ts';
import { exams } from '#db/schema/exams.ts';
import { orders } from '#db/schema/money.ts';
import { enrolments, users } from '#db/schema/people.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { newId } from '../new-id.ts';
import { fulfil } from './fulfil.ts';
import {
  insertOrder,
  openOrNewOrder,
  openPaymentPage,
  type Payer,
  type Started,
} from './open-order.ts';
import type { Order } from './reconcile.ts';
import { reconcileOpenOrders } from './reconcile-open.ts';
import { screenAddress } from './response-screen.ts';

/** @throws Problem not-found, exam-inactive, already-paid, payment-not-started */
export async function startExamPayment(deps: Deps, uid: string, examId: string): Promise<Started> {
  await reconcileOpenOrders(deps, { uid });
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
  // The lock makes two starts of one candidate come one after the other.
  const [user] = await tx.select().from(users).where(eq(users.uid, uid)).for('update');
  const [exam] = await tx.select().from(exams).where(eq(exams.id, examId));
  if (!user || user.deletedAt || !exam || exam.hiddenAt !== null) throw new Problem('not-found');
  if (exam.status !== 'Active') throw new Problem('exam-inactive');
  const mine = await tx.select().from(enrolments).where(eq(enrolments.uid, uid));
  const current = mine.find(({ id }) => id === user.currentEnrolmentId);
  const standing = mine.find((enrolment) => enrolment.examId === examId);
  if ([current, standing].some((enrolment) => enrolment && enrolment.status !== 'Registered'))
    throw new Problem('already-paid');
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
    description: `Exam fee: ${exam.name}`.slice(0, 200),
    udf1: examId,
  };
  return { order, payer };
}

/** An exam without a fee needs no gateway: the order is there for the record, and paid. */
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
