// POST payment/hdfc.

import { startExamPayment } from '#api/services/payments/start-payment.ts';
import { examPaymentRequestSchema, paymentStartedSchema } from '#contract/site/payments.ts';
import { endpoint, requireOwn } from '../../middleware/endpoint.ts';

export const postExamPayment = endpoint(
  {
    method: 'post',
    path: '/payment/hdfc',
    who: 'candidate',
    summary:
      'Opens the payment page for an exam’s fee. Only exam_id and customer_id (the own uid) are read, and an order_id that names another’s uid is refused; the fee is the exam’s.',
    body: examPaymentRequestSchema,
    reply: paymentStartedSchema,
    problems: ['not-found', 'exam-inactive', 'already-paid', 'payment-not-started'],
  },
  ({ deps, caller, body }) => {
    const [, named] = /^EXAM-([A-Z0-9]{7})-\d+$/i.exec(body.order_id ?? '') ?? [];
    if (named) requireOwn(caller, named);
    return startExamPayment(deps, requireOwn(caller, body.customer_id), body.exam_id);
  },
);
