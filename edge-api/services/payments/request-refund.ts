// Lets the administrator refund money, never more than the gateway holds for the order. The refund's row is committed before the gateway
// is called, so after a lost reply the timer finishes this refund and no second one is made.
import { eq } from 'drizzle-orm';
import type { Orm } from '#db/client.ts';
import { exams } from '#db/schema/exams.ts';
import { orders, refunds } from '#db/schema/money.ts';
import { enrolments } from '#db/schema/people.ts';
import type { Deps } from '../../deps.ts';
import { GatewayError } from '../../gateways/gateway-call.ts';
import type { OrderStatus } from '../../gateways/payment/port.ts';
import { Problem } from '../../problem.ts';
import { customerOf, isAtGateway, reconcile } from './reconcile.ts';
import { reconcileQuietly } from './reconcile-open.ts';
import { insertRefund, type RefundRow, refundsOf } from './refund-rows.ts';

export type RefundWish = {
  orderId: string;
  /** Made by the caller, so that a request sent twice makes one refund. */
  requestId: string;
  amountPaise: number;
  reason: string;
  /** The exam whose fee the administrator wants to refund, if they named one. */
  examId?: string | undefined;
};

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });

/**
 * The enrolment keeps its status: nothing leads back from Fees Paid.
 * @throws Problem not-found, payment-not-open (nothing was paid), changed-meanwhile (the candidate was moved to another exam), invalid
 * (more than is left), unavailable
 */
export async function requestRefund(deps: Deps, actor: string, wish: RefundWish): Promise<void> {
  const [order] = await deps.db.orm.select().from(orders).where(eq(orders.orderId, wish.orderId));
  if (!order) throw new Problem('not-found');
  if (order.officeInvoice !== null)
    throw new Problem('payment-not-open', {
      sentence: `This was paid to the office by invoice ${order.officeInvoice}, not online. Send the money back the way it came.`,
    });
  const status = isAtGateway(order) ? await freshStatus(deps, order) : null;
  await deps.db.transaction(async (tx) => {
    await tx
      .select({ orderId: orders.orderId })
      .from(orders)
      .where(eq(orders.orderId, wish.orderId))
      .for('update');
    const [same] = await tx.select().from(refunds).where(eq(refunds.id, wish.requestId));
    if (same) return mustEqual(same, wish);
    const paid = status && paidOf(status);
    if (!status || !paid)
      throw new Problem('payment-not-open', {
        sentence: 'Nothing was paid on this order, so there is nothing to refund.',
      });
    if (wish.examId !== undefined) await requireStillIn(tx, order.enrolmentId, wish.examId);
    const left = paid - gone(status, await refundsOf(tx, wish.orderId));
    if (wish.amountPaise > left) throw new Problem('invalid', { fields: { amount: most(left) } });
    const now = deps.now();
    const { requestId: id, orderId, amountPaise, reason } = wish;
    await insertRefund(tx, now, { id, orderId, amountPaise, reason, requestedBy: actor });
    await tx
      .update(orders)
      .set({ checks: 0, nextCheckAt: new Date(now) })
      .where(eq(orders.orderId, orderId));
  });
  await reconcileQuietly(deps, wish.orderId, true);
}

/** Locks the enrolment until the refund is written, so that nobody moves the candidate to another exam, where they would sit without having paid. */
async function requireStillIn(tx: Orm, enrolmentId: string | null, examId: string): Promise<void> {
  const [enrolment] = await tx
    .select({ examId: enrolments.examId })
    .from(enrolments)
    .where(eq(enrolments.id, enrolmentId ?? ''))
    .for('share');
  if (enrolment?.examId === examId) return;
  const [exam] = await tx
    .select({ name: exams.name })
    .from(exams)
    .where(eq(exams.id, enrolment?.examId ?? ''));
  throw new Problem('changed-meanwhile', {
    // Says what became of this order, because many orders may be refunded in one go.
    sentence: `This candidate was moved to ${exam?.name ?? 'another exam'} in the meantime, so this order was not refunded. If it should be, refund it as an order of that exam.`,
  });
}

async function freshStatus(
  deps: Deps,
  order: Parameters<typeof customerOf>[0] & { reference: string },
): Promise<OrderStatus> {
  try {
    await reconcile(deps, order.orderId, true);
    return await deps.payments.orderStatus({
      reference: order.reference,
      customerId: customerOf(order),
    });
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    throw new Problem('unavailable', {
      sentence:
        'The bank is not responding right now, so this order was not refunded. Please try again in a minute.',
      retryAfter: 60,
    });
  }
}

function mustEqual(known: RefundRow, wish: RefundWish): void {
  if (known.orderId !== wish.orderId || known.amountPaise !== wish.amountPaise)
    throw new Problem('invalid', {
      fields: { requestId: 'This request ID belongs to another refund.' },
    });
}

/** What the customer really paid, in paise. */
function paidOf({ state, amountPaise, effectiveAmountPaise }: OrderStatus): number {
  if (state !== 'charged' && state !== 'refunded') return 0;
  return Math.min(amountPaise ?? 0, effectiveAmountPaise ?? amountPaise ?? 0);
}

/** Paise refunded or being refunded: those in our records, and those that the gateway sent back on its own. */
function gone(status: OrderStatus, book: readonly RefundRow[]): number {
  const going = book.filter(({ state }) => state !== 'failed');
  const ours = new Set(going.map(({ id }) => id.toUpperCase()));
  const live = status.refunds.filter(({ state }) => state !== 'failed');
  const sum = (amounts: readonly (number | null)[]) =>
    amounts.reduce<number>((total, amount) => total + (amount ?? 0), 0);
  const listed = sum(live.map(({ amountPaise }) => amountPaise));
  const listedOurs = sum(
    live.filter((r) => ours.has(r.requestId.toUpperCase())).map(({ amountPaise }) => amountPaise),
  );
  const elsewhere = Math.max(listed, status.refundedPaise) - listedOurs;
  const inBook = sum(going.map(({ amountPaise }) => amountPaise));
  return inBook + Math.max(0, elsewhere);
}

const most = (leftPaise: number) =>
  leftPaise > 0
    ? `You can refund at most ${rupees.format(leftPaise / 100)}.`
    : 'The full amount has been refunded or is being refunded.';
