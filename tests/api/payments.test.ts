// Payments against the simulated gateway over HTTP.
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { GatewayError } from '#api/gateways/gateway-call.ts';
import { reconcile } from '#api/services/payments/reconcile.ts';
import { paymentStartedSchema } from '#contract/site/payments.ts';
import { examSchema } from '#contract/wire/exams.ts';
import { exams } from '#db/schema/exams.ts';
import { orders, refunds } from '#db/schema/money.ts';
import { enrolments, users } from '#db/schema/people.ts';
import { auditLog } from '#db/schema/records.ts';
import { deviceOf } from '../support/device.ts';
import { type Paying, startPaying } from './paying.ts';

let api: Paying;
beforeAll(async () => {
  api = await startPaying();
});
afterAll(() => api.close());

const statusOf = async (uid: string) => (await api.enrolmentsOf(uid)).map(({ status }) => status);

const dueAt = async (orderId: string) =>
  (await api.orderOf(orderId))?.nextCheckAt?.getTime() ?? null;

test('a paid fee makes the candidate Fees Paid, and the browser is sent to the page with the outcome', async () => {
  const examId = await api.makeExam({ pricePaise: 49_950 });
  const asha = await api.makeCandidate({ examId });
  const location = await api.payAndReturn(asha, examId);
  const orderId = `EXAM-${asha.uid}-${api.clock.now}`;
  expect(location).toBe(`/paymentresponse?status=success&order_id=${orderId}&amount=499.5`);
  const order = await api.orderOf(orderId);
  expect(order).toMatchObject({ state: 'success', amountPaise: 49_950, nextCheckAt: null });
  expect(order?.reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/);
  expect(await api.enrolmentsOf(asha.uid)).toMatchObject([
    { status: 'Fees Paid', txnId: order?.gatewayTxnId, paidAt: new Date(api.clock.now) },
  ]);
  expect(await api.request(`payment/orders/${orderId}`, { token: asha.token })).toMatchObject({
    status: 200,
    body: { order_id: orderId, status: 'success', amount: 499.5, error: null },
  });
});

test('a candidate who looks again and again makes the server ask the gateway at most 120 times an hour', async () => {
  const { examId, asha } = await api.enrolled();
  const { payment_url } = await api.pay(asha, examId);
  const asked = vi.spyOn(api.gateway, 'orderStatus');
  const look = () =>
    api.request('exams/updateuser', { token: asha.token, json: { uid: asha.uid } });
  for (let time = 0; time < 130; time += 1) expect((await look()).status).toBe(200);
  const back = (await api.atBank(payment_url, 'pay')) ?? '';
  for (let time = 0; time < 5; time += 1) expect((await api.fetch(back)).status).toBe(303);
  expect(asked).toHaveBeenCalledTimes(120);
  asked.mockRestore();
  expect(await statusOf(asha.uid)).toEqual(['Registered']);
  await api.runTimer();
  expect(await statusOf(asha.uid)).toEqual(['Fees Paid']);
});

test('a payment is found by the transaction in the user’s record, by its own candidate only', async () => {
  const examId = await api.makeExam();
  const [asha, ravi] = [await api.makeCandidate({ examId }), await api.makeCandidate({ examId })];
  await api.payAndReturn(asha, examId);
  const [enrolment] = await api.enrolmentsOf(asha.uid);
  const path = `payment/orders/${enrolment?.txnId}`;
  expect(await api.request(path, { token: asha.token })).toMatchObject({
    status: 200,
    body: { status: 'success', amount: 500 },
  });
  expect(await api.request(path, { token: ravi.token })).toMatchObject({ status: 403 });
  expect(await api.request(path)).toMatchObject({ status: 401 });
});

test('return, webhook and timer at the same moment make one payment', async () => {
  const { examId, asha } = await api.enrolled();
  const { payment_url, order_id } = await api.pay(asha, examId);
  const back = (await api.atBank(payment_url, 'pay')) ?? '';
  const reference = (await api.orderOf(order_id))?.reference ?? '';
  api.clock.now += 30_000;
  const [first, second, hook, again] = await Promise.all([
    api.fetch(back),
    api.fetch(back.replace('/api/v1', '/api/api/v1')),
    api.webhook(reference),
    api.webhook(reference),
    api.runTimer(),
  ]);
  expect([first.status, second.status, hook.status, again.status]).toEqual([303, 303, 200, 200]);
  expect(await statusOf(asha.uid)).toEqual(['Fees Paid']);
  expect(await api.historyOf(order_id)).toEqual(['order.success']);
});

test('the gateway’s own webhook closes the order when the browser never comes back', async () => {
  const { examId, asha } = await api.enrolled();
  const { payment_url, order_id } = await api.pay(asha, examId);
  api.webhooks.arrive = true;
  await api.atBank(payment_url, 'pay', { trouble: 'duplicate-webhook' });
  await expect.poll(async () => (await api.orderOf(order_id))?.state).toBe('success');
  expect(await api.historyOf(order_id)).toEqual(['order.success']);
  api.webhooks.arrive = false;
});

test('a webhook without the gateway’s password is refused, and changes nothing', async () => {
  const { examId, asha } = await api.enrolled();
  const { payment_url, order_id } = await api.pay(asha, examId);
  await api.atBank(payment_url, 'pay');
  const before = await api.orderOf(order_id);
  expect(await api.webhook(before?.reference ?? '', 'wrong')).toMatchObject({
    status: 403,
    body: { code: 'forbidden' },
  });
  expect(await api.orderOf(order_id)).toEqual(before);
});

test.each([
  ['decline', 'The bank declined the payment.'],
  ['cancel', 'The payment was cancelled.'],
])(
  'after %s the order has failed with a reason, and the candidate can pay again',
  async (act, reason) => {
    const { examId, asha } = await api.enrolled();
    const location = await api.payAndReturn(asha, examId, act);
    const orderId = `EXAM-${asha.uid}-${api.clock.now}`;
    expect(location).toBe(
      `/paymentresponse?${new URLSearchParams({ status: 'failed', order_id: orderId, amount: '500', error: reason })}`,
    );
    expect(await statusOf(asha.uid)).toEqual(['Registered']);
    expect((await api.pay(asha, examId)).order_id).toBe(`EXAM-${asha.uid}-${api.clock.now + 1}`);
  },
);

test('the timer asks about a pending payment until it succeeds', async () => {
  const { examId, asha } = await api.enrolled();
  const location = await api.payAndReturn(asha, examId, 'pay', {
    trouble: 'pending',
    answers: '3',
  });
  const orderId = `EXAM-${asha.uid}-${api.clock.now}`;
  expect(location).toBe(`/paymentresponse?status=pending&order_id=${orderId}&amount=500`);
  for (const seconds of [30, 120, 300]) {
    expect(await statusOf(asha.uid)).toEqual(['Registered']);
    expect(await dueAt(orderId)).toBe(api.clock.now + seconds * 1_000);
    api.clock.now += seconds * 1_000 - 1;
    const before = await api.orderOf(orderId);
    await api.runTimer();
    expect(await api.orderOf(orderId)).toEqual(before);
    api.clock.now += 1;
    await api.runTimer();
  }
  expect(await statusOf(asha.uid)).toEqual(['Fees Paid']);
  expect(await dueAt(orderId)).toBeNull();
});

test('a payment that the bank hasn’t decided on is shown to its candidate on any phone, until it is decided', async () => {
  const { examId, asha } = await api.enrolled();
  const look = async () => {
    const json = { uid: asha.uid };
    return (await api.request('exams/updateuser', { token: asha.token, json })).body;
  };
  const createSession = vi
    .spyOn(api.gateway, 'createSession')
    .mockRejectedValueOnce(new GatewayError('timeout', { call: 'test' }));
  await expect(api.pay(asha, examId)).rejects.toThrow('payment-not-started');
  createSession.mockRestore();
  // Nobody received the address of that order's page, so nobody can have paid there.
  expect(await look()).not.toHaveProperty('waitingOrder');
  await api.pay(asha, examId);
  // Nobody paid on this page either: it was opened and left.
  expect(await look()).not.toHaveProperty('waitingOrder');
  await api.payAndReturn(asha, examId, 'pay', { trouble: 'pending', answers: '2' });
  expect(await look()).toMatchObject({
    user: { status: 'Registered' },
    waitingOrder: {
      order_id: `EXAM-${asha.uid}-${api.clock.now + 1}`,
      examID: examId,
      status: 'pending',
    },
  });
  const decided = await look();
  expect(decided).toMatchObject({ user: { status: 'Fees Paid' } });
  expect(decided).not.toHaveProperty('waitingOrder');
});

test('a payment under review is shown to its candidate on any phone, until a refund is under way', async () => {
  const { examId, asha } = await api.enrolled();
  await api.payAndReturn(asha, examId, 'pay', { trouble: 'wrong-amount' });
  const orderId = `EXAM-${asha.uid}-${api.clock.now}`;
  const look = async () => {
    const json = { uid: asha.uid };
    return (await api.request('exams/updateuser', { token: asha.token, json })).body;
  };
  expect(await look()).toMatchObject({
    user: { status: 'Registered' },
    waitingOrder: { order_id: orderId, examID: examId, status: 'review' },
  });
  await api.deps.db.orm.insert(refunds).values({
    ...{ id: 'WAITINGREFUND1', orderId, amountPaise: 49_900, state: 'pending' },
    ...{ reason: 'Wrong amount', requestedBy: 'SuperAdmin', createdAt: new Date(api.clock.now) },
  });
  expect(await look()).not.toHaveProperty('waitingOrder');
});

test('the timer finds a payment whose return was lost', async () => {
  const { examId, asha } = await api.enrolled();
  expect(await api.payAndReturn(asha, examId, 'pay', { trouble: 'lost-return' })).toBeNull();
  api.clock.now += 30_000;
  await api.runTimer();
  expect(await statusOf(asha.uid)).toEqual(['Fees Paid']);
});

test('a success that comes after a failure still counts', async () => {
  const { examId, asha } = await api.enrolled();
  expect(
    await api.payAndReturn(asha, examId, 'pay', { trouble: 'late-success', answers: '1' }),
  ).toContain('status=failed');
  const orderId = `EXAM-${asha.uid}-${api.clock.now}`;
  api.clock.now += 30_000;
  await api.runTimer();
  expect(await statusOf(asha.uid)).toEqual(['Fees Paid']);
  expect(await api.historyOf(orderId)).toEqual(['order.failed', 'order.success']);
});

test('an exam that starts together can’t be paid for once it is over, but can be within the candidate’s own extra time', async () => {
  const startsAt = api.clock.now - 60 * 60_000;
  const examId = await api.makeExam({ start: 'together', startsAt, durationMinutes: 60 });
  const [asha, ravi] = [await api.makeCandidate({ examId }), await api.makeCandidate({ examId })];
  await api.deps.db.orm
    .update(enrolments)
    .set({ extraPercent: 50 })
    .where(eq(enrolments.uid, ravi.uid));
  const pay = ({ uid, token }: typeof asha) =>
    api.request('payment/hdfc', { token, json: { exam_id: examId, customer_id: uid } });
  expect(await pay(asha)).toMatchObject({ status: 409, body: { code: 'exam-over' } });
  // The phone uses the same end of time before it offers to pay.
  const { uid, token } = ravi;
  const told = await api.request('exams/updateuser', { token, json: { uid, eid: examId } });
  expect(told.body).toMatchObject({ user: { examID: examId, extraPercent: 50 } });
  expect(await pay(ravi)).toMatchObject({ status: 200 });
});

test('a candidate who paid for two exams in two tabs has both, and chooses which comes first, unless one has begun', async () => {
  await api.makeQuestions('Two', 1);
  const sections = [{ fieldType: 'Two', fieldCount: 1 }];
  const [first, second] = [await api.makeExam({ sections }), await api.makeExam({ sections })];
  const asha = await api.makeCandidate({ examId: first });
  const { uid, token } = asha;
  const pages = [await api.pay(asha, first)];
  api.clock.now += 1_000;
  pages.push(await api.pay(asha, second));
  for (const { payment_url } of pages)
    await api.fetch((await api.atBank(payment_url, 'pay')) ?? '');
  expect(await statusOf(uid)).toEqual(['Fees Paid', 'Fees Paid']);
  const order = `payment/orders/${pages[1]?.order_id}`;
  const { name, startDate } = examSchema.parse((await api.request(`exams/${second}`)).body);
  expect((await api.request(order, { token })).body).toMatchObject({
    examID: second,
    exam: { name, startsAt: startDate },
  });
  const choose = async (examID: string) =>
    (await api.request('account/exam', { method: 'PUT', token, json: { examID } })).body;
  for (const examID of [second, first])
    expect(await choose(examID)).toMatchObject({ user: { examID, status: 'Fees Paid' } });
  expect(await choose(await api.makeExam())).toMatchObject({ code: 'not-eligible' });
  await (await deviceOf(api, asha, first)).open();
  expect(await choose(second)).toMatchObject({ user: { examID: first } });
  const answers = { uid, examID: first, answers: [] };
  await api.request('exams/submit-mcq', { token, json: answers });
  const shown = await api.request('exams/updateuser', { token, json: { uid } });
  expect(shown.body).toMatchObject({ user: { examID: second, status: 'Fees Paid' } });
  expect(await choose(first)).toMatchObject({ code: 'not-eligible' });
});

test('a candidate chooses which exam comes first up to thirty times an hour, because each choice is logged', async () => {
  const examId = await api.makeExam();
  const asha = await api.makeCandidate({ examId });
  await api.payAndReturn(asha, examId, 'pay');
  const choose = async () => {
    const { token } = asha;
    const json = { examID: examId };
    return (await api.request('account/exam', { method: 'PUT', token, json })).status;
  };
  const chosen: number[] = [];
  for (let time = 0; time < 31; time++) chosen.push(await choose());
  expect(chosen).toEqual([...Array(30).fill(200), 429]);
  const ofAsha = and(eq(auditLog.subject, asha.uid), eq(auditLog.action, 'account.exam-chosen'));
  expect(await api.deps.db.orm.$count(auditLog, ofAsha)).toBe(30);
  api.clock.now += 60 * 60_000;
  expect(await choose()).toBe(200);
});

test('a failed payment that may still succeed keeps its candidate in the exam that it would pay for', async () => {
  const [cheap, dear] = [await api.makeExam({ pricePaise: 100 }), await api.makeExam()];
  const asha = await api.makeCandidate({ examId: cheap });
  const [enrolment] = await api.enrolmentsOf(asha.uid);
  const json = { enrolment: enrolment?.id, examID: dear, reason: 'A wrong choice.' };
  const move = () => api.request(`candidates/${asha.uid}/move`, { token: api.adminToken, json });
  await api.payAndReturn(asha, cheap, 'decline');
  expect(await move()).toMatchObject({
    status: 422,
    body: { fields: { enrolment: expect.stringContaining('may still come through') } },
  });
  api.clock.now += 7 * 24 * 60 * 60_000; // the bank has closed the page
  await api.runTimer();
  expect(await move()).toMatchObject({ status: 200 });
});

test.each(['wrong-amount', 'short-payment'])(
  'a payment with %s is held for review and pays nothing',
  async (trouble) => {
    const { examId, asha } = await api.enrolled();
    expect(await api.payAndReturn(asha, examId, 'pay', { trouble })).toContain('status=pending');
    const orderId = `EXAM-${asha.uid}-${api.clock.now}`;
    expect(await api.orderOf(orderId)).toMatchObject({
      state: 'review',
      nextCheckAt: null,
      reason: 'The bank’s answer differs from the order in: amount.',
    });
    expect(await statusOf(asha.uid)).toEqual(['Registered']);
  },
);

test('a forged return pays nothing, and makes the timer ask about the order at once', async () => {
  const { examId, asha } = await api.enrolled();
  const { order_id } = await api.pay(asha, examId);
  const bina = await api.makeCandidate({ examId });
  const another = (await api.pay(bina, examId)).order_id;
  const due = await dueAt(another);
  const reference = (await api.orderOf(order_id))?.reference;
  const forged = `payment/paymentresponse?order_id=${reference}&status=CHARGED&status_id=21&signature=Zm9yZ2Vk&signature_algorithm=HMAC-SHA256`;
  expect((await api.fetch(forged)).headers.get('location')).toBe(
    `/paymentresponse?status=pending&order_id=${order_id}&amount=500`,
  );
  expect(await dueAt(order_id)).toBe(api.clock.now);
  expect(await dueAt(another)).toBe(due);
  await api.runTimer();
  expect(await statusOf(asha.uid)).toEqual(['Registered']);
});

test('a return for an unknown order leads to a page that says so', async () => {
  expect(
    (await api.fetch('payment/paymentresponse?order_id=NOBODYS&status=CHARGED')).headers.get(
      'location',
    ),
  ).toBe('/paymentresponse');
});

test('a return may come as a form', async () => {
  const { examId, asha } = await api.enrolled();
  const { payment_url } = await api.pay(asha, examId);
  const back = new URL((await api.atBank(payment_url, 'pay')) ?? '', 'http://pariksha.test');
  const form = new FormData();
  for (const [name, value] of back.searchParams) form.append(name, value);
  const answer = await api.fetch('payment/paymentresponse', { form });
  expect([answer.status, answer.headers.get('location')?.slice(0, 31)]).toEqual([
    303,
    '/paymentresponse?status=success',
  ]);
});

test('the fee and the return address are the server’s, whatever the client sends', async () => {
  const examId = await api.makeExam({ pricePaise: 50_000 });
  const asha = await api.makeCandidate({ examId });
  const answer = await api.request('payment/hdfc', {
    token: asha.token,
    json: {
      exam_id: examId,
      customer_id: asha.uid.toLowerCase(),
      order_id: 'EXAM-OTHER-1',
      amount: 1,
      return_url: 'https://evil.example/',
      payment_page_client_id: 'someone-else',
      customer_email: 'not an address',
      customer_phone: '0',
    },
  });
  const orderId = `EXAM-${asha.uid}-${api.clock.now}`;
  expect(answer).toMatchObject({ status: 200, body: { order_id: orderId } });
  const { payment_url } = paymentStartedSchema.parse(answer.body);
  const back = await fetch(payment_url, {
    method: 'POST',
    body: new URLSearchParams({ act: 'pay' }),
    redirect: 'manual',
  });
  expect(back.headers.get('location')).toMatch(
    /^http:\/\/pariksha\.test\/api\/v1\/payment\/paymentresponse\?/,
  );
  expect(await api.orderOf(orderId)).toMatchObject({ amountPaise: 50_000 });
});

test('a candidate whose email address the gateway would refuse can still pay', async () => {
  const examId = await api.makeExam();
  for (const email of ['రవి@ఉదాహరణ.భారత్', '"ravi"@example.in']) {
    const ravi = await api.makeCandidate({ examId });
    await api.deps.db.orm.update(users).set({ email }).where(eq(users.uid, ravi.uid));
    const json = { exam_id: examId, customer_id: ravi.uid };
    expect(await api.request('payment/hdfc', { token: ravi.token, json })).toMatchObject({
      status: 200,
    });
  }
});

test('nobody can start another candidate’s payment or read another’s order', async () => {
  const examId = await api.makeExam();
  const [asha, ravi] = [await api.makeCandidate({ examId }), await api.makeCandidate({ examId })];
  const { order_id } = await api.pay(asha, examId);
  const path = `payment/orders/${order_id}`;
  const answers = [
    await api.request('payment/hdfc', {
      token: ravi.token,
      json: { exam_id: examId, customer_id: asha.uid },
    }),
    await api.request(path, { token: ravi.token }),
    await api.request(path),
    await api.request(path, { token: api.adminToken }),
    await api.request('payment/hdfc', { json: { exam_id: examId, customer_id: asha.uid } }),
    await api.request('payment/hdfc', {
      token: ravi.token,
      json: { exam_id: examId, customer_id: ravi.uid, order_id: `EXAM-${asha.uid}-1700000000000` },
    }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 401, 200, 401, 403]);
});

test('Pay Now pressed again leads to the page that is already open, or after a quarter of an hour to a new one', async () => {
  const { examId, asha } = await api.enrolled();
  const first = await api.pay(asha, examId);
  api.clock.now += 15 * 60_000;
  expect(await api.pay(asha, examId)).toEqual(first);
  api.clock.now += 1;
  expect((await api.pay(asha, examId)).order_id).not.toBe(first.order_id);
});

test('Pay Now pressed again after a change of the fee opens a page for the new fee', async () => {
  const { examId, asha } = await api.enrolled();
  const first = await api.pay(asha, examId);
  await api.deps.db.orm.update(exams).set({ pricePaise: 60_000 }).where(eq(exams.id, examId));
  const { order_id } = await api.pay(asha, examId);
  expect(order_id).not.toBe(first.order_id);
  expect(await api.orderOf(order_id)).toMatchObject({ amountPaise: 60_000 });
});

test('Pay Now pressed three times at once opens one page', async () => {
  const { examId, asha } = await api.enrolled();
  const json = { exam_id: examId, customer_id: asha.uid };
  const answers = await Promise.all(
    [1, 2, 3].map(() => api.request('payment/hdfc', { token: asha.token, json })),
  );
  const pages = answers
    .filter(({ status }) => status === 200)
    .map(({ body }) => JSON.stringify(body));
  expect(new Set(pages).size).toBe(1);
  expect(answers.filter(({ status }) => status !== 200).every(({ status }) => status === 502)).toBe(
    true,
  );
});

test('a candidate who has paid is not asked to pay again, even if the gateway reports it only now', async () => {
  const [examId, other] = [await api.makeExam(), await api.makeExam()];
  const asha = await api.makeCandidate({ examId });
  await api.payAndReturn(asha, examId, 'pay', { trouble: 'lost-return' });
  const json = { exam_id: other, customer_id: asha.uid };
  expect(await api.request('payment/hdfc', { token: asha.token, json })).toMatchObject({
    status: 409,
    body: { code: 'already-paid' },
  });
  expect(await statusOf(asha.uid)).toEqual(['Fees Paid']);
});

test('a fee that the gateway was already paid is not booked again by an invoice of the office', async () => {
  const { examId, asha } = await api.enrolled();
  await api.payAndReturn(asha, examId, 'pay', { trouble: 'lost-return' });
  const json = { enrolment: asha.enrolmentId, officeInvoice: 'INV-1', reason: 'Their college' };
  const path = `candidates/${asha.uid}/paid-by-invoice`;
  expect(await api.request(path, { token: api.adminToken, json })).toMatchObject({
    status: 409,
    body: { code: 'already-paid' },
  });
});

test('paying for an exam other than the one applied for enrols the candidate in it as Fees Paid', async () => {
  const [applied, other] = [await api.makeExam(), await api.makeExam()];
  const asha = await api.makeCandidate({ examId: applied });
  await api.payAndReturn(asha, other);
  expect(
    new Map((await api.enrolmentsOf(asha.uid)).map(({ examId, status }) => [examId, status])),
  ).toEqual(
    new Map([
      [applied, 'Registered'],
      [other, 'Fees Paid'],
    ]),
  );
  const json = { exam_id: applied, customer_id: asha.uid };
  expect(await api.request('payment/hdfc', { token: asha.token, json })).toMatchObject({
    status: 409,
  });
});

test('the paid exam becomes the candidate’s current one, even when paid on a page opened before another exam was chosen', async () => {
  const [first, second] = [await api.makeExam(), await api.makeExam()];
  const asha = await api.makeCandidate({ examId: first });
  const page = await api.pay(asha, first);
  await api.pay(asha, second);
  await api.fetch((await api.atBank(page.payment_url, 'pay')) ?? '');
  const seen = await api.request('exams/updateuser', {
    token: asha.token,
    json: { uid: asha.uid },
  });
  expect(seen.body).toMatchObject({ user: { examID: first, status: 'Fees Paid' } });
});

test('a second payment for the same exam is neither lost nor counted: it is refunded automatically', async () => {
  const { examId, asha } = await api.enrolled();
  const first = await api.pay(asha, examId);
  api.clock.now += 15 * 60_000 + 1;
  const second = await api.pay(asha, examId);
  await api.fetch((await api.atBank(second.payment_url, 'pay')) ?? '');
  const location = (
    await api.fetch((await api.atBank(first.payment_url, 'pay')) ?? '')
  ).headers.get('location');
  expect(location).toContain('status=pending');
  expect([
    (await api.orderOf(first.order_id))?.state,
    (await api.orderOf(second.order_id))?.state,
  ]).toEqual(['review', 'success']);
  expect((await api.enrolmentsOf(asha.uid))[0]?.txnId).toBe(
    (await api.orderOf(second.order_id))?.gatewayTxnId,
  );
  expect(
    await api.request(`payment/orders/${first.order_id}`, { token: asha.token }),
  ).toMatchObject({
    body: { status: 'review', receipt: false, refunds: [{ amount: 500, status: 'pending' }] },
  });
  api.clock.now += 30_000;
  await api.runTimer();
  expect(
    await api.request(`payment/orders/${first.order_id}`, { token: asha.token }),
  ).toMatchObject({
    body: { status: 'refunded', receipt: false, refunds: [{ amount: 500, status: 'success' }] },
  });
  expect(await api.orderOf(second.order_id)).toMatchObject({ state: 'success' });
  expect(await api.historyOf(first.order_id)).toEqual([
    'refund.requested',
    'order.review',
    'refund.success',
    'order.refunded',
  ]);
});

test('an exam without a fee needs no bank: the candidate is Fees Paid at once', async () => {
  const examId = await api.makeExam({ pricePaise: 0 });
  const asha = await api.makeCandidate({ examId });
  const { payment_url, order_id } = await api.pay(asha, examId);
  expect(payment_url).toBe(
    `http://pariksha.test/paymentresponse?status=success&order_id=${order_id}&amount=0`,
  );
  expect(await statusOf(asha.uid)).toEqual(['Fees Paid']);
  const asked = vi.spyOn(api.gateway, 'orderStatus');
  expect(await reconcile(api.deps, order_id)).toBe('success');
  expect(asked).not.toHaveBeenCalled();
  asked.mockRestore();
});

test('an Inactive, a deleted and an unknown exam can’t be paid for', async () => {
  const asha = await api.makeCandidate();
  const inactive = await api.makeExam({ status: 'Inactive' });
  const ask = (exam_id: string) =>
    api.request('payment/hdfc', { token: asha.token, json: { exam_id, customer_id: asha.uid } });
  expect(await ask(inactive)).toMatchObject({ status: 409, body: { code: 'exam-inactive' } });
  const deleted = await api.makeExam();
  await api.deps.db.orm.update(exams).set({ hiddenAt: new Date() }).where(eq(exams.id, deleted));
  for (const exam of [deleted, 'nosuchexam'])
    expect(await ask(exam)).toMatchObject({ status: 404 });
  expect(await api.enrolmentsOf(asha.uid)).toEqual([]);
});

test('when the gateway doesn’t answer, the order stays, and the timer asks about it', async () => {
  const { examId, asha } = await api.enrolled();
  const json = { exam_id: examId, customer_id: asha.uid };
  const createSession = vi
    .spyOn(api.gateway, 'createSession')
    .mockRejectedValueOnce(new GatewayError('timeout', { call: 'test' }));
  expect(await api.request('payment/hdfc', { token: asha.token, json })).toMatchObject({
    status: 502,
    body: { code: 'payment-not-started', error: 'Failed to initiate payment', retry: 'later' },
  });
  createSession.mockRestore();
  const orderId = `EXAM-${asha.uid}-${api.clock.now}`;
  expect(await api.orderOf(orderId)).toMatchObject({ state: 'pending', paymentUrl: null });
  expect((await api.pay(asha, examId)).order_id).toBe(`EXAM-${asha.uid}-${api.clock.now + 1}`);
  api.clock.now += 8 * 24 * 3_600_000;
  await api.runTimer();
  expect(await api.orderOf(orderId)).toMatchObject({ state: 'failed', nextCheckAt: null });
});

test('a payment page that the gateway refuses to open fails its own order, and no other', async () => {
  const { examId, asha } = await api.enrolled();
  const { order_id: open } = await api.pay(asha, examId);
  const bina = await api.makeCandidate({ examId });
  vi.spyOn(api.gateway, 'createSession').mockRejectedValueOnce(
    new GatewayError('refused', { call: 'test', httpStatus: 400 }),
  );
  const json = { exam_id: examId, customer_id: bina.uid };
  expect(await api.request('payment/hdfc', { token: bina.token, json })).toMatchObject({
    status: 502,
  });
  expect(await api.orderOf(`EXAM-${bina.uid}-${api.clock.now}`)).toMatchObject({
    state: 'failed',
    nextCheckAt: null,
  });
  expect(await api.orderOf(open)).toMatchObject({ state: 'pending', reason: null });
});

test('a candidate who keeps pressing while the gateway doesn’t answer makes twenty orders an hour, then one a minute', async () => {
  const { examId, asha } = await api.enrolled();
  const json = { exam_id: examId, customer_id: asha.uid };
  const createSession = vi
    .spyOn(api.gateway, 'createSession')
    .mockRejectedValue(new GatewayError('timeout', { call: 'test' }));
  const press = async () => (await api.request('payment/hdfc', { token: asha.token, json })).status;
  const statuses: number[] = [];
  for (let time = 0; time < 60; time += 1) {
    statuses.push(await press());
    api.clock.now += 1_000;
  }
  expect(statuses.slice(0, 20)).toEqual(Array(20).fill(502));
  expect(statuses.slice(20).filter((status) => status === 429).length).toBeGreaterThan(35);
  const made = await api.deps.db.orm.$count(orders, eq(orders.uid, asha.uid));
  expect(made).toBe(statuses.filter((status) => status === 502).length);
  createSession.mockRestore();
  api.clock.now += 60_000;
  expect(await press()).toBe(200);
});

test('an unpaid order is given up after a week, and asked about less and less often until then', async () => {
  const { examId, asha } = await api.enrolled();
  const { order_id } = await api.pay(asha, examId);
  const started = api.clock.now;
  const hours: number[] = [];
  for (let next = await dueAt(order_id); next !== null; next = await dueAt(order_id)) {
    api.clock.now = next;
    hours.push((next - started) / 3_600_000);
    await api.runTimer();
  }
  expect(hours.slice(0, 4).map((hour) => Math.round(hour * 3_600))).toEqual([30, 150, 450, 1_350]);
  expect(hours.filter((hour) => hour < 24).length).toBe(27);
  expect(hours.filter((hour) => hour >= 24).length).toBe(7);
  expect(await api.orderOf(order_id)).toMatchObject({
    state: 'failed',
    reason: 'No payment arrived before the payment page closed.',
  });
});

test('an order is never given up before the gateway has answered', async () => {
  const { examId, asha } = await api.enrolled();
  const { payment_url, order_id } = await api.pay(asha, examId);
  await api.atBank(payment_url, 'pay');
  const silent = vi
    .spyOn(api.gateway, 'orderStatus')
    .mockRejectedValue(new GatewayError('timeout', { call: 'test' }));
  // Asked about no more often than an order with an answer, to spare a gateway in trouble.
  api.clock.now += 30_000;
  for (const seconds of [120, 300, 900]) {
    await api.runTimer();
    expect(await dueAt(order_id)).toBe(api.clock.now + seconds * 1_000);
    api.clock.now += seconds * 1_000;
  }
  for (let days = 0; days < 3; days += 1) {
    api.clock.now += 8 * 24 * 3_600_000;
    await api.runTimer();
    expect(await api.orderOf(order_id)).toMatchObject({
      state: 'pending',
      nextCheckAt: expect.any(Date),
    });
  }
  silent.mockRestore();
  api.clock.now += 24 * 3_600_000;
  await api.runTimer();
  expect(await api.orderOf(order_id)).toMatchObject({ state: 'success', nextCheckAt: null });
});

test('asking again about a closed order changes neither its transaction nor when it was closed', async () => {
  const { examId, asha } = await api.enrolled();
  const { payment_url, order_id } = await api.pay(asha, examId);
  await api.fetch((await api.atBank(payment_url, 'pay')) ?? '');
  const closed = await api.orderOf(order_id);
  expect(closed).toMatchObject({
    ...{ state: 'success', gatewayTxnId: expect.any(String) },
    settledAt: new Date(api.clock.now),
  });
  const { orderStatus } = api.gateway;
  vi.spyOn(api.gateway, 'orderStatus').mockImplementationOnce(async (key) => ({
    ...(await orderStatus(key)),
    gatewayTxnId: null,
  }));
  api.clock.now += 3_600_000;
  await reconcile(api.deps, order_id);
  const { gatewayTxnId, settledAt } = closed ?? {};
  expect(await api.orderOf(order_id)).toMatchObject({ gatewayTxnId, settledAt });
});
