// Asks the server for the bank's page where the seat of one application is paid; throws ApiProblem. A file of its own, because
// only a person who pays fetches it, with all that talks to the server.
import { paymentStartedSchema } from '#contract/site/payments.ts';
import { api } from '#web/shared/http.ts';
import { writeLocal } from '#web/shared/local-keys.ts';

/** @param application id that the server gave to an application for a course */
export async function askForSeat(application: string): Promise<{ payment_url: string }> {
  const order = { order_id: `COURSE-${application}-${Date.now()}`, customer_id: application };
  const path = 'applicationpayment/hdfc';
  const started = await api.post(path, order, paymentStartedSchema, { auth: false });
  writeLocal('courseOrder', started.order_id);
  return started;
}
