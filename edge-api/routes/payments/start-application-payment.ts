// POST applicationpayment/hdfc.

import { startApplicationPayment } from '#api/services/payments/start-payment.ts';
import { applicationPaymentRequestSchema, paymentStartedSchema } from '#contract/site/payments.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { throttle } from '../../services/throttle/throttle.ts';

export const postApplicationPayment = endpoint(
  {
    method: 'post',
    path: '/applicationpayment/hdfc',
    who: 'anyone',
    summary:
      'Opens the payment page for a course application, named in order_id (COURSE-{applicationId}-{timestamp}) or customer_id.',
    body: applicationPaymentRequestSchema,
    reply: paymentStartedSchema,
    problems: ['invalid', 'not-found', 'already-paid', 'payment-not-started', 'throttled'],
  },
  async ({ deps, body, address }) => {
    // Each start asks the bank for a page; a hall behind one address still fits.
    await throttle(deps, [
      { key: `application payment from ${address}`, most: 200, seconds: 3_600 },
    ]);
    return startApplicationPayment(deps, body);
  },
);
