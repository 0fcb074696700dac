// Asks the server for the bank's page where the seat of one application is paid; throws ApiProblem. A file of its own, because
// only who pays fetches it, with all that talks to the server.
import { paymentStartedSchema } from '#contract/site/payments.ts';
import { api } from '#web/shared/http.ts';

/** @param application id that the server gave to an application for a course */
export function askForSeat(application: string): Promise<{ payment_url: string }> {
  const order = { order_id: `COURSE-${application}-${Date.now()}`, customer_id: application };
  return api.post('applicationpayment/hdfc', order, paymentStartedSchema, { auth: false });
}
