// Refunds: each is sent once, never exceeds what was paid, and is closed only by the order's status at the gateway.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { GatewayError } from '#api/gateways/gateway-call.ts';
import { newReference } from '#api/gateways/payment/port.ts';
import { reconcile } from '#api/services/payments/reconcile.ts';
import { deskOrderDetailSchema } from '#contract/desk/payment-desk.ts';
import { migratedPostgresUrl } from '#tests/support/test-database.ts';
import { type Paying, startPaying } from './paying.ts';

let api: Paying;
beforeAll(async () => {
  api = await startPaying({ databaseUrl: await migratedPostgresUrl() });
});
afterAll(() => api.close());

const lost = () => new GatewayError('timeout', { call: 'test' });

async function paidOrder(trouble: Record<string, string> = {}, exam?: string) {
  const examId = exam ?? (await api.makeExam());
  const asha = await api.makeCandidate({ examId });
  const { payment_url, order_id } = await api.pay(asha, examId);
  const back = await api.atBank(payment_url, 'pay', trouble);
  await api.fetch(back ?? '');
  return { orderId: order_id, asha };
}

const refund = (orderId: string, amount: number, requestId = newReference(), more = {}) =>
  api.request(`payments/${orderId}/refunds`, {
    token: api.adminToken,
    json: { requestId, amount, reason: 'The exam hall had no light.', ...more },
  });

async function move(uid: string, examID: string) {
  const [enrolment] = await api.enrolmentsOf(uid);
  const json = { enrolment: enrolment?.id, examID, reason: 'The shift is cancelled.' };
  return api.request(`candidates/${uid}/move`, { token: api.adminToken, json });
}

async function detailOf(orderId: string) {
  const { body } = await api.request(`payments/${orderId}`, { token: api.adminToken });
  return deskOrderDetailSchema.parse(body);
}

test('two partial refunds are made in turn, and only after the second is the order refunded', async () => {
  const { orderId } = await paidOrder();
  expect(await refund(orderId, 200.5)).toMatchObject({
    status: 200,
    body: { status: 'success', refunded: 200.5, refunds: [{ amount: 200.5, status: 'pending' }] },
  });
  api.clock.now += 30_000;
  await api.runTimer();
  expect(await detailOf(orderId)).toMatchObject({
    status: 'success',
    nextCheckAt: null,
    refunds: [{ status: 'success', requestedBy: 'SuperAdmin' }],
  });
  await refund(orderId, 299.5);
  api.clock.now += 30_000;
  await api.runTimer();
  const detail = await detailOf(orderId);
  expect(detail).toMatchObject({ status: 'refunded', refunded: 500, nextCheckAt: null });
  expect(detail.history.map(({ action, actor }) => `${actor} ${action}`)).toEqual([
    'server order.success',
    'SuperAdmin refund.requested',
    'server refund.success',
    'SuperAdmin refund.requested',
    'server refund.success',
    'server order.refunded',
  ]);
});

test('the candidate stays Fees Paid and keeps the receipt, which says what was refunded', async () => {
  const { orderId, asha } = await paidOrder();
  await refund(orderId, 500);
  api.clock.now += 30_000;
  await api.runTimer();
  expect(await detailOf(orderId)).toMatchObject({ status: 'refunded', enrolment: 'Fees Paid' });
  expect(await api.request(`payments/${orderId}/receipt`, { token: asha.token })).toMatchObject({
    body: { invoice: { totalPaise: 50_000 }, refunds: [{ amount: 500, status: 'success' }] },
  });
});

test('refunds never exceed what was paid, whether asked for at once, bit by bit or side by side', async () => {
  const { orderId } = await paidOrder();
  expect(await refund(orderId, 500.01)).toMatchObject({
    status: 422,
    body: { fields: { amount: 'You can refund at most ₹500.00.' } },
  });
  const answers = await Promise.all([400, 400, 400].map((amount) => refund(orderId, amount)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  expect(await refund(orderId, 100.01)).toMatchObject({
    body: { fields: { amount: 'You can refund at most ₹100.00.' } },
  });
  expect((await refund(orderId, 100)).status).toBe(200);
  expect(await refund(orderId, 0.01)).toMatchObject({
    body: { fields: { amount: 'The full amount has been refunded or is being refunded.' } },
  });
});

test('the same refund request sent twice is one refund', async () => {
  const { orderId } = await paidOrder();
  const id = newReference();
  const both = await Promise.all([refund(orderId, 100, id), refund(orderId, 100, id)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(await refund(orderId, 50, id)).toMatchObject({ status: 422 });
  const other = await paidOrder();
  expect(await refund(other.orderId, 100, id)).toMatchObject({ status: 422 });
  expect((await detailOf(orderId)).refunds).toHaveLength(1);
});

test('the orders of a cancelled exam, refunded in full at three desks at the same time, are refunded once each [decision 14]', async () => {
  const examId = await api.makeExam();
  const paid = await Promise.all(Array.from({ length: 4 }, () => paidOrder({}, examId)));
  const inFull = (orderId: string) => refund(orderId, 500, newReference(), { examId });
  const answers = await Promise.all(
    paid.map(({ orderId }) => Promise.all([1, 2, 3].map(() => inFull(orderId)))),
  );
  for (const [at, { orderId }] of paid.entries()) {
    const statuses = answers[at]?.map(({ status }) => status);
    expect(statuses?.sort()).toEqual([200, 422, 422]);
    expect(answers[at]?.map(({ body }) => body)).toContainEqual(
      expect.objectContaining({
        fields: { amount: 'The full amount has been refunded or is being refunded.' },
      }),
    );
    const { refunds, history } = await detailOf(orderId);
    expect(refunds).toMatchObject([{ amount: 500 }]);
    expect(history.filter(({ action }) => action === 'refund.requested')).toMatchObject([
      { actor: 'SuperAdmin', detail: { reason: 'The exam hall had no light.' } },
    ]);
  }
});

test('a candidate since moved to another exam gets no refund for the cancelled one, and a repeated request stays one refund [decision 14]', async () => {
  const [examId, other] = [await api.makeExam(), await api.makeExam({ name: 'Evening' })];
  const { orderId, asha } = await paidOrder({}, examId);
  expect((await move(asha.uid, other)).status).toBe(200);
  expect(await refund(orderId, 500, newReference(), { examId })).toMatchObject({
    status: 409,
    // So that the reply makes sense among many, it names the exam.
    body: { code: 'changed-meanwhile', error: expect.stringContaining('moved to Evening') },
  });
  expect((await detailOf(orderId)).refunds).toEqual([]);
  const listed = async (exam: string) =>
    (await api.request(`payments?exam=${exam}`, { token: api.adminToken })).body;
  expect([await listed(examId), await listed(other)]).toMatchObject([
    [],
    [{ order_id: orderId, examId: other }],
  ]);
  const id = newReference();
  expect((await refund(orderId, 500, id, { examId: other })).status).toBe(200);
  expect((await refund(orderId, 500, id, { examId })).status).toBe(200);
  expect((await detailOf(orderId)).refunds).toHaveLength(1);
});

test('a move and a refund at the same time never give both a seat elsewhere and the money [decision 14]', async () => {
  for (let round = 0; round < 8; round += 1) {
    const [examId, other] = [await api.makeExam(), await api.makeExam()];
    const { orderId, asha } = await paidOrder({}, examId);
    const [moved, refunded] = await Promise.all([
      move(asha.uid, other),
      refund(orderId, 500, newReference(), { examId }),
    ]);
    expect([moved.status, refunded.status]).toContain(200);
    expect([moved.status, refunded.status]).not.toEqual([200, 200]);
  }
});

test('an unpaid order, or one without a fee, can’t be refunded', async () => {
  const examId = await api.makeExam();
  const free = await api.makeExam({ pricePaise: 0 });
  for (const exam of [examId, free]) {
    const { order_id } = await api.pay(await api.makeCandidate({ examId: exam }), exam);
    expect(await refund(order_id, 1)).toMatchObject({
      status: 409,
      body: { code: 'payment-not-open' },
    });
  }
  expect(await refund('EXAM-NOBODY-1', 1)).toMatchObject({ status: 404 });
});

test.each([
  ['amount', { amount: 0 }],
  ['amount', { amount: 0.001 }],
  ['amount', { amount: '5' }],
  ['reason', { reason: '  ' }],
  ['requestId', { requestId: 'short' }],
])('a refund with a wrong %s is refused, naming the field: %o', async (field, wrong) => {
  const { orderId } = await paidOrder();
  const json = { requestId: newReference(), amount: 1, reason: 'x', ...wrong };
  expect(
    await api.request(`payments/${orderId}/refunds`, { token: api.adminToken, json }),
  ).toMatchObject({ status: 422, body: { fields: { [field]: expect.any(String) } } });
  expect((await detailOf(orderId)).refunds).toEqual([]);
});

test('a refund whose answer was lost is sent again under the same id, and made once', async () => {
  const { orderId } = await paidOrder();
  const before = vi.spyOn(api.gateway, 'refund').mockRejectedValueOnce(lost());
  expect(await refund(orderId, 100)).toMatchObject({
    status: 200,
    body: { refunds: [{ status: 'pending' }] },
  });
  before.mockRestore();
  const send = api.gateway.refund;
  // The gateway accepts the refund, but its answer gets lost.
  const after = vi.spyOn(api.gateway, 'refund').mockImplementationOnce(async (request) => {
    await send(request);
    throw lost();
  });
  api.clock.now += 30_000;
  await api.runTimer();
  expect(after).toHaveBeenCalledOnce();
  api.clock.now += 120_000;
  await api.runTimer();
  expect(after).toHaveBeenCalledOnce();
  expect(await detailOf(orderId)).toMatchObject({
    refunded: 100,
    nextCheckAt: null,
    refunds: [{ status: 'success' }],
  });
});

test('a refund that the gateway lists in another letter case is recognised, and not sent again', async () => {
  const { orderId } = await paidOrder();
  const { orderStatus } = api.gateway;
  const listed = vi.spyOn(api.gateway, 'orderStatus').mockImplementation(async (key) => {
    const status = await orderStatus(key);
    const refunds = status.refunds.map((one) => ({
      ...one,
      requestId: one.requestId.toLowerCase(),
    }));
    return { ...status, refunds };
  });
  const sent = vi.spyOn(api.gateway, 'refund');
  await refund(orderId, 100);
  api.clock.now += 30_000;
  await api.runTimer();
  listed.mockRestore();
  expect(sent).toHaveBeenCalledOnce();
  expect(await detailOf(orderId)).toMatchObject({
    refunded: 100,
    nextCheckAt: null,
    refunds: [{ status: 'success' }],
  });
});

test('a refund that the gateway refuses fails alone, with the gateway’s reason, and can be asked for again', async () => {
  const other = await paidOrder();
  await refund(other.orderId, 100);
  const { orderId, asha } = await paidOrder();
  vi.spyOn(api.gateway, 'refund').mockRejectedValueOnce(
    new GatewayError('refused', { call: 'test', httpStatus: 400, code: 'refund_not_allowed' }),
  );
  expect(await refund(orderId, 500)).toMatchObject({
    status: 200,
    body: {
      refunded: 0,
      refunds: [{ status: 'failed', gatewayReason: 'refund_not_allowed' }],
    },
  });
  expect(await detailOf(other.orderId)).toMatchObject({ refunds: [{ status: 'pending' }] });
  // Nothing was refunded, so the candidate has still paid the whole fee.
  const { body } = await api.request(`candidates/${asha.uid}`, { token: api.adminToken });
  expect(body).toMatchObject({ enrolments: [{ paid: 500 }] });
  expect((await refund(orderId, 500)).status).toBe(200);
});

test('a refund found done meanwhile has not failed, whatever the gateway answered before', async () => {
  const { orderId } = await paidOrder();
  const { refund: send, orderStatus } = api.gateway;
  vi.spyOn(api.gateway, 'refund').mockImplementationOnce(async (request) => {
    await send(request);
    api.clock.now += 30_000;
    await reconcile(api.deps, orderId);
    // An outdated answer: it doesn't list the refund yet.
    vi.spyOn(api.gateway, 'orderStatus').mockImplementationOnce(async (key) => ({
      ...(await orderStatus(key)),
      refunds: [],
    }));
    throw new GatewayError('refused', { call: 'test', httpStatus: 400 });
  });
  await refund(orderId, 500);
  vi.restoreAllMocks();
  expect(await detailOf(orderId)).toMatchObject({ refunds: [{ status: 'success' }] });
  expect((await refund(orderId, 1)).status).not.toBe(200);
});

test('while the gateway doesn’t answer, no refund is made, and the reply says so', async () => {
  const { orderId } = await paidOrder();
  vi.spyOn(api.gateway, 'orderStatus').mockRejectedValueOnce(lost());
  expect(await refund(orderId, 100)).toMatchObject({
    status: 503,
    body: { code: 'unavailable', error: expect.stringContaining('this order was not refunded') },
  });
  expect((await detailOf(orderId)).refunds).toEqual([]);
});

test('a charge of the wrong amount waits for a person, who can refund what really came', async () => {
  const { orderId, asha } = await paidOrder({ trouble: 'short-payment' });
  expect(await detailOf(orderId)).toMatchObject({ status: 'review', enrolment: 'Registered' });
  expect(await refund(orderId, 500)).toMatchObject({
    body: { fields: { amount: 'You can refund at most ₹499.00.' } },
  });
  expect((await refund(orderId, 499)).status).toBe(200);
  api.clock.now += 30_000;
  await api.runTimer();
  expect(await api.request(`payments/${orderId}/receipt`, { token: asha.token })).toMatchObject({
    status: 404,
  });
});

test('money that the bank refunded on its own can’t be refunded again', async () => {
  const { orderId } = await paidOrder();
  const order = await api.orderOf(orderId);
  const key = { reference: order?.reference ?? '', customerId: order?.uid ?? '' };
  await api.gateway.refund({ ...key, requestId: newReference(), amountPaise: 30_000 });
  expect(await refund(orderId, 200.01)).toMatchObject({
    body: { fields: { amount: 'You can refund at most ₹200.00.' } },
  });
  expect((await refund(orderId, 200)).status).toBe(200);
});

test('money that the bank reports as refunded can’t be refunded again, whether it lists refunds or only their sum', async () => {
  const { orderStatus } = api.gateway;
  const back = {
    requestId: 'OF-THE-BANK',
    amountPaise: 30_000,
    state: 'succeeded',
    rawStatus: '',
  } as const;
  for (const says of [
    { refunds: [], refundedPaise: 30_000 },
    { refunds: [back], refundedPaise: 0 },
    { refunds: [back, { ...back, requestId: 'LOST', state: 'failed' as const }], refundedPaise: 0 },
  ]) {
    const { orderId } = await paidOrder();
    const spy = vi
      .spyOn(api.gateway, 'orderStatus')
      .mockImplementation(async (key) => ({ ...(await orderStatus(key)), ...says }));
    expect(await refund(orderId, 200.01)).toMatchObject({
      body: { fields: { amount: 'You can refund at most ₹200.00.' } },
    });
    spy.mockRestore();
  }
});

test('Check with the bank asks the gateway at once, and the log says who asked', async () => {
  const { examId, asha } = await api.enrolled();
  const { payment_url, order_id } = await api.pay(asha, examId);
  await api.atBank(payment_url, 'pay', { trouble: 'lost-return' });
  const path = `payments/${order_id}/reconcile`;
  expect(await api.request(path, { token: api.adminToken, method: 'POST' })).toMatchObject({
    status: 200,
    body: { status: 'success', enrolment: 'Fees Paid' },
  });
  expect(await api.historyOf(order_id)).toEqual(['order.success', 'order.checked']);
  vi.spyOn(api.gateway, 'orderStatus').mockRejectedValueOnce(lost());
  expect(await api.request(path, { token: api.adminToken, method: 'POST' })).toMatchObject({
    status: 503,
    body: { code: 'unavailable', error: expect.stringContaining('check this order again') },
  });
  const unknown = 'payments/EXAM-unknown-1/reconcile';
  expect(await api.request(unknown, { token: api.adminToken, method: 'POST' })).toMatchObject({
    status: 404,
  });
});

test('Check with the bank has an order that is still open asked about again soon', async () => {
  const { examId, asha } = await api.enrolled();
  const { order_id } = await api.pay(asha, examId);
  for (let hour = 0; hour < 30; hour += 1) {
    api.clock.now += 3_600_000;
    await api.runTimer();
  }
  const path = `payments/${order_id}/reconcile`;
  await api.request(path, { token: api.adminToken, method: 'POST' });
  const due = (await api.orderOf(order_id))?.nextCheckAt?.getTime();
  expect(due).toBe(api.clock.now + 30_000);
});

test('a pending refund is asked about as often as a fresh order, however old its order is', async () => {
  const { orderId } = await paidOrder();
  api.clock.now += 20 * 24 * 3_600_000;
  const { orderStatus } = api.gateway;
  // The bank accepts the refund and doesn't list it yet.
  const slow = vi
    .spyOn(api.gateway, 'orderStatus')
    .mockImplementation(async (key) => ({ ...(await orderStatus(key)), refunds: [] }));
  await refund(orderId, 100);
  const seconds: number[] = [];
  for (let checks = 0; checks < 7; checks += 1) {
    const due = (await api.orderOf(orderId))?.nextCheckAt?.getTime() ?? Number.NaN;
    seconds.push((due - api.clock.now) / 1_000);
    api.clock.now = due;
    await api.runTimer();
  }
  slow.mockRestore();
  expect(seconds).toEqual([30, 120, 300, 900, 3_600, 3_600, 3_600]);
});
