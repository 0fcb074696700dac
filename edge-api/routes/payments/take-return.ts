// GET and POST payment/paymentresponse and payment/applicationpaymentresponse: the browser comes back from
// the bank, without our session and with nothing to be believed. It goes on to the payment-response screen.
import { type Call, endpoint } from '../../middleware/endpoint.ts';
import { takeReturn } from '../../services/payments/take-news.ts';

const FORM_LIMIT = 64_000;
const reply = { describe: '303 to the payment-response screen.' };
const summary =
  'The browser’s way back from the payment page: the order’s status is asked of the gateway, then the browser is sent on.';

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
  limitBytes: FORM_LIMIT,
  describe: { order_id: 'our reference', status: 'as the gateway says', signature: 'HMAC-SHA256' },
};

const exam = '/payment/paymentresponse';
const course = '/payment/applicationpaymentresponse';
export const paymentReturns = [
  endpoint({ ...toScreen, method: 'get', path: exam }, byAddress('exam')),
  endpoint({ ...toScreen, method: 'post', path: exam, form }, byForm('exam')),
  endpoint({ ...toScreen, method: 'get', path: course }, byAddress('course')),
  endpoint({ ...toScreen, method: 'post', path: course, form }, byForm('course')),
];
