// The fee of somebody who had registered is paid by an invoice of the office: their college's, say.
import { and, eq } from 'drizzle-orm';
import type { PaidByInvoice } from '#contract/desk/candidates.ts';
import { exams } from '#db/schema/exams.ts';
import { orders } from '#db/schema/money.ts';
import { enrolments } from '#db/schema/people.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { fulfil } from '../payments/fulfil.ts';
import { insertOrder } from '../payments/open-order.ts';
import { reconcileOpenOrders } from '../payments/reconcile-open.ts';
import { lockCandidate } from './find-candidate.ts';

/** A payment at the gateway that arrives afterwards goes back by itself. @throws Problem not-found, already-paid */
export async function payByInvoice(
  deps: Deps,
  actor: string,
  uid: string,
  { enrolment: enrolmentId, officeInvoice, reason }: PaidByInvoice,
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
    const target = { kind: 'exam', uid: user.uid, enrolmentId } as const;
    const order = await insertOrder(tx, now, target, exam.pricePaise);
    if ((await fulfil(tx, now, order, null)) !== 'once')
      throw new Problem('already-paid', { sentence: 'The fee for this exam is paid already.' });
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
