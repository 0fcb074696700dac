// Records that a registered candidate's fee was paid by an invoice of the office, for example by their college.
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Deps } from '#api/deps.ts';
import { Problem } from '#api/problem.ts';
import { recordAudit } from '#api/services/audit/record-audit.ts';
import { fulfil } from '#api/services/payments/fulfil.ts';
import { insertOrder } from '#api/services/payments/open-order.ts';
import { reconcileOpenOrders } from '#api/services/payments/reconcile-open.ts';
import type { PaidByInvoice } from '#contract/desk/candidates.ts';
import type { Orm } from '#db/client.ts';
import { exams } from '#db/schema/exams.ts';
import { orders, refunds } from '#db/schema/money.ts';
import { enrolments } from '#db/schema/people.ts';
import { statusAfter } from '#machines/user-status/user-status.machine.ts';
import { newReference } from '../../gateways/payment/port.ts';
import { lockCandidate, movedMeanwhile } from '../candidates/list-candidates.ts';

/**
 * A gateway payment that arrives afterwards is refunded automatically.
 * @throws Problem not-found, changed-meanwhile (the candidate was moved to another exam, or the fee has changed), already-paid
 */
export async function payByInvoice(
  deps: Deps,
  actor: string,
  uid: string,
  { enrolment: enrolmentId, seen, fee, officeInvoice, reason }: PaidByInvoice,
): Promise<void> {
  await reconcileOpenOrders(deps, { uid });
  await deps.db.transaction(async (tx) => {
    const now = deps.now();
    const user = await lockCandidate(tx, uid);
    const [found] = await tx
      .select({ exam: exams })
      .from(enrolments)
      .innerJoin(exams, eq(exams.id, enrolments.examId))
      .where(and(eq(enrolments.id, enrolmentId), eq(enrolments.uid, user.uid)));
    if (!found) throw new Problem('not-found');
    const { exam } = found;
    if (seen !== undefined && seen !== exam.id) throw movedMeanwhile();
    if (fee !== undefined && Math.round(fee * 100) !== exam.pricePaise)
      throw new Problem('changed-meanwhile', {
        sentence:
          'The fee for this exam was changed in the meantime. Reload the page to see the new one.',
      });
    const target = { kind: 'exam', uid: user.uid, enrolmentId } as const;
    const order = await insertOrder(tx, now, target, exam.pricePaise);
    if ((await fulfil(tx, now, order, null)) !== 'once')
      throw new Problem('already-paid', {
        sentence: 'The fee for this exam has already been paid.',
      });
    await tx
      .update(orders)
      .set({ state: 'success', officeInvoice, nextCheckAt: null, settledAt: new Date(now) })
      .where(eq(orders.orderId, order.orderId));
    await recordAudit(tx, now, {
      actor,
      action: 'candidate.paid-by-invoice',
      subject: user.uid,
      detail: {
        examId: exam.id,
        name: exam.name,
        officeInvoice,
        feePaise: exam.pricePaise,
        reason,
      },
    });
  });
}

// What was paid for an exam and not refunded, according to our own records.

/** The amount in paise paid for each enrolment, less what was refunded or is being refunded. */
export async function paidFor(orm: Orm, ids: readonly string[]): Promise<Map<string, number>> {
  const bought = await orm
    .select()
    .from(orders)
    .where(inArray(orders.enrolmentId, [...ids]));
  const paid = bought.filter(({ state }) => state === 'success' || state === 'refunded');
  const back = await refundedOf(
    orm,
    paid.map(({ orderId }) => orderId),
  );
  const sums = new Map<string, number>();
  for (const { orderId, enrolmentId, amountPaise } of paid)
    if (enrolmentId !== null)
      sums.set(enrolmentId, (sums.get(enrolmentId) ?? 0) + amountPaise - (back.get(orderId) ?? 0));
  return sums;
}

/** The amount in paise of each order that was refunded or is being refunded. */
async function refundedOf(orm: Orm, orderIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await orm
    .select({ orderId: refunds.orderId, paise: refunds.amountPaise })
    .from(refunds)
    .where(and(inArray(refunds.orderId, [...orderIds]), ne(refunds.state, 'failed')));
  const back = new Map<string, number>();
  for (const { orderId, paise } of rows) back.set(orderId, (back.get(orderId) ?? 0) + paise);
  return back;
}

// What a college pays to the office by invoice: one paid order per candidate, recorded like any other. We issue no tax invoice for
// it, because the office has written its own, and the gateway is not involved.

type Payee = { uid: string; enrolmentId: string };

/** @param payees their enrolments must be new in this same transaction, so that nothing else can have paid for them */
export async function payByOfficeInvoice(
  tx: Orm,
  now: number,
  payees: readonly Payee[],
  { amountPaise, officeInvoice }: { amountPaise: number; officeInvoice: string },
): Promise<void> {
  const orderId = ({ uid }: Payee) => `EXAM-${uid}-${now}`;
  await tx.insert(orders).values(
    payees.map((payee) => ({
      orderId: orderId(payee),
      reference: newReference(),
      kind: 'exam' as const,
      ...payee,
      amountPaise,
      state: 'success' as const,
      officeInvoice,
      createdAt: new Date(now),
      settledAt: new Date(now),
    })),
  );
  await tx
    .update(enrolments)
    .set({
      status: statusAfter('Registered', 'PAID'),
      txnId: sql`'EXAM-' || ${enrolments.uid} || '-' || ${String(now)}`,
      paidAt: new Date(now),
    })
    .where(
      inArray(
        enrolments.id,
        payees.map(({ enrolmentId }) => enrolmentId),
      ),
    );
}
