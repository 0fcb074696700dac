// What a college pays to the office by invoice: an order per candidate, paid, so that it stands in the books like any
// other. No tax invoice of ours goes with it, the office has written its own; and the gateway never hears of it.
import { inArray, sql } from 'drizzle-orm';
import type { Orm } from '#db/client.ts';
import { orders } from '#db/schema/money.ts';
import { enrolments } from '#db/schema/people.ts';
import { statusAfter } from '#machines/user-status/user-status.machine.ts';
import { newReference } from '../../gateways/payment/new-reference.ts';

type Payee = { uid: string; enrolmentId: string };

/** @param payees whose enrolments were begun in this very transaction: nothing else can have paid for them */
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
