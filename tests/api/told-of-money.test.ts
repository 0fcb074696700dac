// Text messages about payments and refunds (decision 104), against the simulated gateway over HTTP.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newReference } from '#api/gateways/payment/port.ts';
import { sendDueSms } from '#api/services/messages/sms-outbox.ts';
import { reconcile } from '#api/services/payments/reconcile.ts';
import { applicationReplySchema } from '#contract/site/applications.ts';
import { paymentStartedSchema } from '#contract/site/payments.ts';
import { invoices } from '#db/schema/money.ts';
import { smsOutbox } from '#db/schema/records.ts';
import { migratedPostgresUrl } from '#tests/support/test-database.ts';
import { type Paying, startPaying } from './paying.ts';

let api: Paying;
const withoutTemplate = new Set<string>();
beforeAll(async () => {
  const canSend = (purpose: string) => !withoutTemplate.has(purpose);
  api = await startPaying({ databaseUrl: await migratedPostgresUrl(), canSend });
});
afterAll(() => api.close());
beforeEach(async () => {
  withoutTemplate.clear();
  await api.deps.db.orm.delete(smsOutbox);
});

/** Sends what is due and returns the purpose and variables of what went to this number. */
async function toldTo(mobile: string) {
  const before = api.sent.length;
  await sendDueSms(api.deps);
  return api.sent
    .slice(before)
    .flatMap(({ to, purpose, vars }) => (to === `+91${mobile}` ? [[purpose, vars]] : []));
}

async function paidOrder(price = 50_000) {
  const examId = await api.makeExam({ pricePaise: price });
  const asha = await api.makeCandidate({ examId });
  const { payment_url, order_id } = await api.pay(asha, examId);
  await api.fetch((await api.atBank(payment_url, 'pay')) ?? '');
  return { orderId: order_id, asha };
}

async function numberOf(orderId: string) {
  const { orm } = api.deps.db;
  const [invoice] = await orm.select().from(invoices).where(eq(invoices.orderId, orderId));
  return invoice?.number;
}

async function refund(orderId: string, amount: number) {
  const json = { requestId: newReference(), amount, reason: 'The exam hall had no light.' };
  const answer = await api.request(`payments/${orderId}/refunds`, { token: api.adminToken, json });
  expect(answer.status).toBe(200);
}

async function halfAMinuteLater() {
  api.clock.now += 30_000;
  await api.runTimer();
}

test('a candidate who has paid gets one message with amount and invoice number, however often the bank is asked', async () => {
  const { orderId, asha } = await paidOrder(49_950);
  await Promise.all([1, 2, 3].map(() => reconcile(api.deps, orderId, true)));
  const receipt = await numberOf(orderId);
  expect(await toldTo(asha.mobile)).toEqual([['payment-receipt', { amount: '499.50', receipt }]]);
  expect(await toldTo(asha.mobile)).toEqual([]);
});

test('a failed payment sends no message, and the successful one after it sends one', async () => {
  const { examId, asha } = await api.enrolled();
  expect(await api.payAndReturn(asha, examId, 'decline')).toContain('status=failed');
  expect(await toldTo(asha.mobile)).toEqual([]);
  expect(await api.payAndReturn(asha, examId)).toContain('status=success');
  expect(await toldTo(asha.mobile)).toHaveLength(1);
});

test('a refund is reported by message when it has gone through, each part with its amount, not when it is asked for', async () => {
  const { orderId, asha } = await paidOrder();
  await toldTo(asha.mobile);
  await refund(orderId, 200.5);
  expect(await toldTo(asha.mobile)).toEqual([]);
  await halfAMinuteLater();
  expect(await toldTo(asha.mobile)).toEqual([['refund', { amount: '200.50' }]]);
  await refund(orderId, 299.5);
  await halfAMinuteLater();
  expect(await toldTo(asha.mobile)).toEqual([['refund', { amount: '299.50' }]]);
  await reconcile(api.deps, orderId, true);
  expect(await toldTo(asha.mobile)).toEqual([]);
});

test('a company without a template for refunds sends no message about them, but still those about payments', async () => {
  withoutTemplate.add('refund');
  const { orderId, asha } = await paidOrder();
  await refund(orderId, 500);
  await halfAMinuteLater();
  expect(await toldTo(asha.mobile)).toMatchObject([['payment-receipt', { amount: '500.00' }]]);
});

test('a payment that is refunded automatically is reported as refunded and never as received', async () => {
  const { examId, asha } = await api.enrolled();
  const first = await api.pay(asha, examId);
  api.clock.now += 15 * 60_000 + 1;
  const second = await api.pay(asha, examId);
  for (const { payment_url } of [second, first])
    await api.fetch((await api.atBank(payment_url, 'pay')) ?? '');
  const receipt = await numberOf(second.order_id);
  expect(await toldTo(asha.mobile)).toEqual([['payment-receipt', { amount: '500.00', receipt }]]);
  await halfAMinuteLater();
  expect(await toldTo(asha.mobile)).toEqual([['refund', { amount: '500.00' }]]);
});

test('an applicant for a course gets the message at the number in the application', async () => {
  const form = { name: 'Ravi Teja', phone: '9123456780', email: 'ravi@example.in' };
  const applied = await api.request('applications', {
    json: { ...form, course: 'US CMA', amount: 1, txnId: '' },
  });
  const { _id } = applicationReplySchema.parse(applied.body).application;
  const started = await api.request('applicationpayment/hdfc', {
    json: { order_id: `COURSE-${_id}-1`, customer_id: _id },
  });
  const { payment_url, order_id } = paymentStartedSchema.parse(started.body);
  await api.fetch((await api.atBank(payment_url, 'pay')) ?? '');
  expect(await toldTo('9123456780')).toEqual([
    ['payment-receipt', { amount: '1000.00', receipt: await numberOf(order_id) }],
  ]);
});

test('a fee paid by an invoice of the office sends no message', async () => {
  const { examId, asha } = await api.enrolled();
  const [enrolment] = await api.enrolmentsOf(asha.uid);
  const paid = await api.request(`candidates/${asha.uid}/paid-by-invoice`, {
    token: api.adminToken,
    json: {
      enrolment: enrolment?.id,
      seen: examId,
      fee: 500,
      officeInvoice: 'COLLEGE-7',
      reason: 'Paid by the college',
    },
  });
  expect(paid.status).toBe(200);
  expect(await api.enrolmentsOf(asha.uid)).toMatchObject([{ status: 'Fees Paid' }]);
  expect(await toldTo(asha.mobile)).toEqual([]);
});
