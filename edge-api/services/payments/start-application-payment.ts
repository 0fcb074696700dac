// Starts the payment that goes with a course application.
import { eq } from 'drizzle-orm';
import { applications } from '#db/schema/money.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { openOrNewOrder, openPaymentPage, type Started } from './open-order.ts';
import { reconcileOpenOrders } from './reconcile-open.ts';

const MISSING = 'Missing course application ID. Please apply again.';

/**
 * @param named where the client says which application: COURSE-{applicationId}-{timestamp}, or the id itself
 * @throws Problem invalid or not-found (both with the sentence of the specification), already-paid, payment-not-started
 */
export async function startApplicationPayment(
  deps: Deps,
  named: { order_id?: string | undefined; customer_id?: string | undefined },
): Promise<Started> {
  const id =
    /^COURSE-([A-Za-z0-9_]{1,40})-\d+$/.exec(named.order_id ?? '')?.[1] ?? named.customer_id;
  if (!id) throw new Problem('invalid', { sentence: MISSING });
  await reconcileOpenOrders(deps, { applicationId: id });
  const { order, application } = await deps.db.transaction(async (tx) => {
    const [found] = await tx
      .select()
      .from(applications)
      .where(eq(applications.id, id))
      .for('update');
    if (!found) throw new Problem('not-found', { sentence: MISSING });
    if (found.txnId !== null)
      throw new Problem('already-paid', { sentence: 'This application is already paid.' });
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
