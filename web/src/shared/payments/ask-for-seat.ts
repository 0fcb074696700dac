// Asks the server for the bank's page on which the seat of one application is paid. A file of its own, because only a
// person who pays loads it, with everything that talks to the server.
import { orderReplySchema, paymentStartedSchema } from '#contract/site/payments.ts';
import { ApiProblem } from '#web/shared/api-problem.ts';
import { api } from '#web/shared/http.ts';
import { writeLocal } from '#web/shared/local-keys.ts';

/**
 * @param application the id that the server gave to an application for a course
 * @param begun the order that this phone began before, or null: if it has already paid the seat, the box then says so
 * @throws ApiProblem
 */
export async function askForSeat(
  application: string,
  begun: string | null,
): Promise<{ payment_url: string }> {
  const order = { order_id: `COURSE-${application}-${Date.now()}`, customer_id: application };
  const path = 'applicationpayment/hdfc';
  const started = await api
    .post(path, order, paymentStartedSchema, { auth: false })
    .catch(async (error: unknown) => {
      if (begun && error instanceof ApiProblem && error.code === 'already-paid')
        await noteIfPaid(begun).catch(console.warn);
      throw error;
    });
  writeLocal('courseOrder', started.order_id);
  return started;
}

async function noteIfPaid(order: string): Promise<void> {
  const path = `payment/orders/${encodeURIComponent(order)}`;
  const { status } = await api.get(path, orderReplySchema, { auth: false });
  if (status === 'success') writeLocal('coursePaid', order);
}
