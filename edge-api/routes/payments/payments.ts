// Payments outside the desk: starting one, the return from the bank, the gateway's webhook, and reading order and receipt.
import * as z from 'zod/mini';
import { startApplicationPayment, startExamPayment } from '#api/services/payments/start-payment.ts';
import {
  applicationPaymentRequestSchema,
  examPaymentRequestSchema,
  orderReplySchema,
  paymentReceiptSchema,
  paymentStartedSchema,
} from '#contract/site/payments.ts';
import { successReplySchema } from '#contract/wire/users.ts';
import { orderIdSchema } from '#contract/wire/values.ts';
import { readBytes } from '../../middleware/body.ts';
import { type Call, endpoint, requireOwn } from '../../middleware/endpoint.ts';
import {
  readOrder,
  readReceipt,
  takeReturn,
  takeWebhook,
} from '../../services/payments/read-order.ts';
import { countTry, slowing, throttle } from '../../services/throttle/throttle.ts';

export const postExamPayment = endpoint(
  {
    route: 'post /payment/hdfc',
    who: 'candidate',
    summary:
      'Opens the payment page for an exam’s fee. Only exam_id and customer_id (the own uid) are read, and an order_id that names another’s uid is refused; the fee is the exam’s.',
    body: examPaymentRequestSchema,
    reply: paymentStartedSchema,
    problems: [
      'not-found',
      'exam-inactive',
      'exam-over',
      'already-paid',
      'payment-not-started',
      'throttled',
    ],
  },
  async ({ deps, caller, body }) => {
    const [, named] = /^EXAM-([A-Z0-9]{7})-\d+$/i.exec(body.order_id ?? '') ?? [];
    if (named) requireOwn(caller, named);
    const uid = requireOwn(caller, body.customer_id);
    // While the bank doesn't answer, each start creates another order, and the timer asks the bank about it for a week.
    await countTry(deps, [slowing(`exam payment of ${uid}`, 20, 3_600, 60)]);
    return startExamPayment(deps, uid, body.exam_id);
  },
);

export const postApplicationPayment = endpoint(
  {
    route: 'post /applicationpayment/hdfc',
    who: 'anyone',
    summary:
      'Opens the payment page for a course application, named in order_id (COURSE-{applicationId}-{timestamp}) or customer_id.',
    body: applicationPaymentRequestSchema,
    reply: paymentStartedSchema,
    problems: ['invalid', 'not-found', 'already-paid', 'payment-not-started', 'throttled'],
  },
  async ({ deps, body, address }) => {
    await throttle(deps, [
      { key: `application payment from ${address}`, most: 200, seconds: 3_600 },
    ]);
    return startApplicationPayment(deps, body);
  },
);

// The browser returns from the bank. It brings no session of ours, and nothing that it says is trusted.
const reply = { describe: '303 to the payment-response screen.' };
const summary =
  'The browser’s return from the payment page: asks the gateway for the order’s status, then redirects the browser.';

const toScreen = { who: 'gateway', summary, reply, status: 303, problems: ['invalid'] } as const;

const onward = (location: string) =>
  new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });

function byAddress(kind: 'exam' | 'course') {
  return async ({ deps, request }: Call<'gateway'>) =>
    onward(await takeReturn(deps, kind, Object.fromEntries(new URL(request.url).searchParams)));
}

function byForm(kind: 'exam' | 'course') {
  return async ({ deps, form }: Call<'gateway'>) => {
    const texts = [...form].flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    );
    return onward(await takeReturn(deps, kind, Object.fromEntries(texts)));
  };
}

const form = {
  limitBytes: 64_000,
  describe: { order_id: 'our reference', status: 'as the gateway says', signature: 'HMAC-SHA256' },
};

export const paymentReturns = [
  endpoint({ ...toScreen, route: 'get /payment/paymentresponse' }, byAddress('exam')),
  endpoint({ ...toScreen, route: 'post /payment/paymentresponse', form }, byForm('exam')),
  endpoint({ ...toScreen, route: 'get /payment/applicationpaymentresponse' }, byAddress('course')),
  endpoint(
    { ...toScreen, route: 'post /payment/applicationpaymentresponse', form },
    byForm('course'),
  ),
];

const WEBHOOK_LIMIT = 256_000;

export const postPaymentWebhook = endpoint(
  {
    route: 'post /payment/webhook',
    who: 'gateway',
    summary:
      'The gateway reports a change of an order (HTTP basic authentication); the server then asks it for the status.',
    reply: successReplySchema,
    problems: ['forbidden', 'too-large', 'invalid'],
  },
  async ({ deps, request }) =>
    takeWebhook(
      deps,
      request.headers,
      new TextDecoder().decode(await readBytes(request, WEBHOOK_LIMIT)),
    ),
);

export const getOrder = endpoint(
  {
    route: 'get /payment/orders/:orderId',
    who: 'anyone',
    summary:
      'The state of an order: an exam’s for its candidate and the administrator, a course’s for anyone who knows its id.',
    params: z.object({ orderId: orderIdSchema }),
    reply: orderReplySchema,
    problems: ['not-found', 'signed-out', 'forbidden'],
  },
  ({ deps, caller, params }) => readOrder(deps, caller, params.orderId),
);

export const getReceipt = endpoint(
  {
    route: 'get /payments/:orderId/receipt',
    who: 'anyone',
    summary:
      'The tax invoice of a paid order, as it was issued. An exam’s is for its candidate and the administrator, a course’s for anyone who knows the order’s id.',
    params: z.object({ orderId: orderIdSchema }),
    reply: paymentReceiptSchema,
    problems: ['not-found', 'signed-out', 'forbidden'],
  },
  ({ deps, caller, params }) => readReceipt(deps, caller, params.orderId),
);
