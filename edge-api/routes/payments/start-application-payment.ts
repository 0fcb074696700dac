// POST applicationpayment/hdfc.
import { applicationPaymentRequestSchema, paymentStartedSchema } from '#contract/payments.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { startApplicationPayment } from '../../services/payments/start-application-payment.ts';

export const postApplicationPayment = endpoint(
  {
    method: 'post',
    path: '/applicationpayment/hdfc',
    who: 'anyone',
    summary:
      'Opens the payment page for a course application, named in order_id (COURSE-{applicationId}-{timestamp}) or customer_id.',
    body: applicationPaymentRequestSchema,
    reply: paymentStartedSchema,
    problems: ['invalid', 'not-found', 'already-paid', 'payment-not-started'],
  },
  ({ deps, body }) => startApplicationPayment(deps, body),
);
