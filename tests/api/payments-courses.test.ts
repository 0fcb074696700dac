// Course applications and their payment.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applicationReplySchema } from '#contract/site/applications.ts';
import { paymentStartedSchema } from '#contract/site/payments.ts';
import { type Paying, startPaying } from './paying.ts';

let api: Paying;
beforeAll(async () => {
  api = await startPaying();
});
afterAll(() => api.close());

const form = {
  name: 'Asha Rao',
  phone: '+91 98765 43210',
  email: 'asha@example.in',
  course: 'US CMA',
  amount: 1,
  txnId: '',
};

async function apply(more: object = {}) {
  const answer = await api.request('applications', { json: { ...form, ...more } });
  expect(answer.status).toBe(201);
  return applicationReplySchema.parse(answer.body).application;
}

test.each([
  ['US CMA', 1_000],
  ['US CPA', 1_000],
  ['CRM & AI Mastery', 1_000],
  ['Germany Job Placement', 50_000],
])('an application for %s costs %i rupees, whatever the client says', async (course, amount) => {
  expect(await apply({ course })).toMatchObject({
    course,
    amount,
    txnId: null,
    phone: '9876543210',
  });
});

test('an application for an unknown course is refused, naming the field', async () => {
  expect(
    await api.request('applications', { json: { ...form, course: 'toString' } }),
  ).toMatchObject({
    status: 422,
    body: { fields: { course: 'Please choose one of our courses.' } },
  });
});

test('a paid application has its transaction, and anyone who knows the order’s id can read it', async () => {
  const { _id } = await apply();
  expect(_id.length * Math.log2(32)).toBeGreaterThanOrEqual(128); // long enough not to be guessed, because anyone who knows it sees the order
  const start = () =>
    api.request('applicationpayment/hdfc', {
      json: { order_id: `COURSE-${_id}-1`, customer_id: _id },
    });
  const { payment_url, order_id } = paymentStartedSchema.parse((await start()).body);
  expect(order_id).toBe(`COURSE-${_id}-${api.clock.now}`);
  const back = (await api.atBank(payment_url, 'pay')) ?? '';
  expect(back).toMatch(/^\/api\/v1\/payment\/applicationpaymentresponse\?/);
  expect((await api.fetch(back)).headers.get('location')).toBe(
    `/applicationpaymentresponse?status=success&order_id=${order_id}&amount=1000`,
  );
  expect(await api.request(`payment/orders/${order_id}`)).toEqual(
    expect.objectContaining({
      status: 200,
      body: {
        order_id,
        status: 'success',
        amount: 1_000,
        error: null,
        receipt: true,
        refunds: [],
      },
    }),
  );
  // A transaction number is shorter, and others know it: the bank, and whoever reads a statement.
  const txnId = (await api.orderOf(order_id))?.gatewayTxnId;
  expect(await api.request(`payment/orders/${txnId}`)).toMatchObject({ status: 404 });
  expect(await start()).toMatchObject({ status: 409, body: { code: 'already-paid' } });
});

test('an application paid twice counts once: the second payment is refunded automatically', async () => {
  const { _id } = await apply();
  const start = async () =>
    paymentStartedSchema.parse(
      (await api.request('applicationpayment/hdfc', { json: { customer_id: _id } })).body,
    );
  const first = await start();
  api.clock.now += 15 * 60_000 + 1;
  const second = await start();
  for (const { payment_url } of [second, first])
    await api.fetch((await api.atBank(payment_url, 'pay')) ?? '');
  expect(await api.orderOf(second.order_id)).toMatchObject({ state: 'success' });
  expect(await api.request(`payment/orders/${first.order_id}`)).toMatchObject({
    body: { status: 'review', receipt: false, refunds: [{ amount: 1_000, status: 'pending' }] },
  });
});

test('an order for an application with the longest id that a sender may choose can be read', async () => {
  const { _id } = await apply({ id: 'a'.repeat(40) });
  const { body } = await api.request('applicationpayment/hdfc', { json: { customer_id: _id } });
  const { order_id } = paymentStartedSchema.parse(body);
  expect(await api.request(`payment/orders/${order_id}`)).toMatchObject({
    status: 200,
    body: { order_id, status: 'pending' },
  });
});

test('a payment without an application is told to apply again', async () => {
  const error = 'Missing course application ID. Please apply again.';
  expect(await api.request('applicationpayment/hdfc', { json: {} })).toMatchObject({
    status: 422,
    body: { error },
  });
  expect(
    await api.request('applicationpayment/hdfc', { json: { order_id: 'COURSE-null-1' } }),
  ).toMatchObject({ status: 404, body: { error } });
});
