// Tax invoices: one for each paid order, numbered without gaps within the financial year (GST rule 46).
import { asc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { reconcile } from '#api/services/payments/reconcile.ts';
import { settingsSchema } from '#contract/desk/settings.ts';
import { applicationReplySchema } from '#contract/site/applications.ts';
import { paymentReceiptSchema, paymentStartedSchema } from '#contract/site/payments.ts';
import { sessionReplySchema } from '#contract/wire/users.ts';
import { exams } from '#db/schema/exams.ts';
import { invoices } from '#db/schema/money.ts';
import { users } from '#db/schema/people.ts';
import { START } from '#tests/support/api.ts';
import { migratedPostgresUrl } from '#tests/support/test-database.ts';
import { type Paying, startPaying } from './paying.ts';

const databases = {
  PGlite: async () => startPaying(),
  PostgreSQL: async () => startPaying({ databaseUrl: await migratedPostgresUrl() }),
};

describe.each(Object.entries(databases))('on %s', (_, start) => {
  let api: Paying;
  beforeAll(async () => {
    api = await start();
  });
  afterAll(() => api.close());
  afterEach(() => {
    api.clock.now = START;
  });

  const numbers = async (financialYear: string) =>
    (
      await api.deps.db.orm
        .select({ number: invoices.number })
        .from(invoices)
        .where(eq(invoices.financialYear, financialYear))
        .orderBy(asc(invoices.serial))
    ).map(({ number }) => number);

  test('a paid fee has an invoice that says who, what, how much, and the tax included', async () => {
    api.clock.now = Date.parse('2030-05-01T06:30:00.000Z');
    const examId = await api.makeExam({ name: 'Virtual Assistant', pricePaise: 50_000 });
    const asha = await api.makeCandidate({ examId });
    await api.deps.db.orm
      .update(users)
      .set({
        fullName: 'Asha Rao',
        address: '1 Tank Bund Road',
        city: 'Pune',
        state: 'Maharashtra',
      })
      .where(eq(users.uid, asha.uid));
    await api.payAndReturn(asha, examId);
    const orderId = `EXAM-${asha.uid}-${api.clock.now}`;
    const read = () => api.request(`payments/${orderId}/receipt`, { token: asha.token });
    const first = await read();
    expect(first).toMatchObject({
      status: 200,
      body: {
        order_id: orderId,
        number: 'NT/30-31/000001',
        issuedAt: '2030-05-01T06:30:00.000Z',
        transaction: (await api.orderOf(orderId))?.gatewayTxnId,
        invoice: {
          supplier: { name: 'Nipuna Talent', gstin: '36AAAAA0000A1Z5', state: 'Telangana (36)' },
          recipient: {
            name: 'Asha Rao',
            address: '1 Tank Bund Road, Pune',
            state: 'Maharashtra',
          },
          description: 'Exam fee: Virtual Assistant',
          sac: '999293',
          totalPaise: 50_000,
          taxablePaise: 42_373,
          igstPaise: 7_627,
          placeOfSupply: 'Maharashtra (27)',
        },
        refunds: [],
      },
    });
    await api.deps.db.orm.update(exams).set({ name: 'Renamed' }).where(eq(exams.id, examId));
    await api.deps.db.orm.update(users).set({ fullName: 'B' }).where(eq(users.uid, asha.uid));
    expect((await read()).body).toEqual(first.body);
  });

  test('only its candidate and the administrator can read a receipt', async () => {
    const examId = await api.makeExam();
    const [asha, ravi] = [await api.makeCandidate({ examId }), await api.makeCandidate({ examId })];
    await api.payAndReturn(asha, examId);
    const path = `payments/EXAM-${asha.uid}-${api.clock.now}/receipt`;
    const statuses = [];
    for (const token of [undefined, ravi.token, asha.token, api.adminToken])
      statuses.push((await api.request(path, { token })).status);
    expect(statuses).toEqual([401, 403, 200, 200]);
  });

  test('after a one-time password, order, receipt and non-public exam stay shut until a new password is chosen', async () => {
    const examId = await api.makeExam();
    const asha = await api.makeCandidate({ examId });
    await api.payAndReturn(asha, examId);
    await api.deps.db.orm.update(exams).set({ status: 'Inactive' }).where(eq(exams.id, examId));
    const order = `EXAM-${asha.uid}-${api.clock.now}`;
    const ask = (token: string) =>
      Promise.all(
        [`payment/orders/${order}`, `payments/${order}/receipt`, `exams/${examId}`].map((path) =>
          api.request(path, { token }),
        ),
      );
    await api.request('auth/reset-password', { json: { uid: asha.uid } });
    const sent = api.sent.findLast(({ purpose }) => purpose === 'password-reset');
    const password = sent?.purpose === 'password-reset' ? sent.vars.password : '';
    const json = { uid: asha.uid, password };
    const { token } = sessionReplySchema.parse((await api.request('auth/signin', { json })).body);
    const choose = { status: 403, body: { error: 'Please choose a new password first.' } };
    expect(await ask(token)).toMatchObject([choose, choose, { status: 404 }]);
    const chosen = { password: '', newPassword: 'quite another password' };
    await api.request('auth/change-password', { token, json: chosen });
    expect((await ask(token)).map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  test('anyone who knows the order’s id can read a course’s receipt, which names no address', async () => {
    const form = { name: 'Ravi', phone: '9876543210', email: 'r@example.in', course: 'US CMA' };
    const { application } = applicationReplySchema.parse(
      (await api.request('applications', { json: form })).body,
    );
    const json = { customer_id: application._id };
    const { payment_url, order_id } = paymentStartedSchema.parse(
      (await api.request('applicationpayment/hdfc', { json })).body,
    );
    expect(await api.request(`payments/${order_id}/receipt`)).toMatchObject({ status: 404 });
    await api.fetch((await api.atBank(payment_url, 'pay')) ?? '');
    const { invoice } = paymentReceiptSchema.parse(
      (await api.request(`payments/${order_id}/receipt`)).body,
    );
    expect(invoice).toMatchObject({
      recipient: { name: 'Ravi', address: '', state: '' },
      description: 'Course application: US CMA',
      totalPaise: 100_000,
      cgstPaise: 7_627,
      sgstPaise: 7_627,
      placeOfSupply: 'Telangana (36)',
    });
  });

  test('an order of nothing has no invoice', async () => {
    const examId = await api.makeExam({ pricePaise: 0 });
    const asha = await api.makeCandidate({ examId });
    const { order_id } = await api.pay(asha, examId);
    expect(await api.request(`payments/${order_id}/receipt`, { token: asha.token })).toMatchObject({
      status: 404,
    });
  });

  test('twelve payments closed at once, each by two callers, are numbered 1 to 12 without a gap', async () => {
    api.clock.now = Date.parse('2031-05-01T06:30:00.000Z');
    const examId = await api.makeExam();
    const paid: string[] = [];
    for (let count = 0; count < 12; count += 1) {
      const { payment_url, order_id } = await api.pay(await api.makeCandidate({ examId }), examId);
      await api.atBank(payment_url, 'pay');
      paid.push(order_id);
    }
    await Promise.all([...paid, ...paid].map((orderId) => reconcile(api.deps, orderId)));
    const expected = Array.from(
      { length: 12 },
      (_, n) => `NT/31-32/${String(n + 1).padStart(6, '0')}`,
    );
    expect(await numbers('2031-32')).toEqual(expected);
  });

  test('a payment that fails while being closed uses up no invoice number', async () => {
    api.clock.now = Date.parse('2032-05-01T06:30:00.000Z');
    const examId = await api.makeExam();
    const orderOf = async () => {
      const { payment_url, order_id } = await api.pay(await api.makeCandidate({ examId }), examId);
      await api.atBank(payment_url, 'pay');
      return order_id;
    };
    const [first, second] = [await orderOf(), await orderOf()];
    const { db } = api.deps;
    const failing: typeof db = {
      ...db,
      transaction: (act) =>
        db.transaction(async (tx) => {
          await act(tx);
          throw new Error('the process died before the commit');
        }),
    };
    await expect(reconcile({ ...api.deps, db: failing }, first)).rejects.toThrow('died');
    expect(await numbers('2032-33')).toEqual([]);
    await reconcile(api.deps, second);
    await reconcile(api.deps, first);
    expect(await numbers('2032-33')).toEqual(['NT/32-33/000001', 'NT/32-33/000002']);
  });

  test('numbers start again on 1 April in India', async () => {
    const examId = await api.makeExam({ startsAt: Date.parse('2034-04-02T00:00:00.000Z') });
    const before = Date.parse('2034-03-31T18:29:59.999Z');
    for (const now of [before, before + 1]) {
      api.clock.now = now;
      await api.payAndReturn(await api.makeCandidate({ examId }), examId);
    }
    expect(await numbers('2033-34')).toEqual(['NT/33-34/000001']);
    expect(await numbers('2034-35')).toEqual(['NT/34-35/000001']);
  });

  test('an invoice number begins with the company’s own letters; earlier invoices keep theirs', async () => {
    const examId = await api.makeExam({ startsAt: Date.parse('2036-06-01T00:00:00.000Z') });
    const pay = async () => {
      api.clock.now = Date.parse('2036-05-01T06:30:00.000Z');
      await api.payAndReturn(await api.makeCandidate({ examId }), examId);
      api.clock.now = START;
    };
    const put = async (invoicePrefix?: string) => {
      const admin = { token: api.adminToken };
      const { brand } = settingsSchema.parse((await api.request('settings', admin)).body);
      const json = { version: brand.version, value: { ...brand.value, invoicePrefix } };
      return (await api.request('settings/brand', { ...admin, method: 'PUT', json })).status;
    };
    await pay();
    expect(await put('K-1')).toBe(422);
    expect(await put('ka')).toBe(200);
    await pay();
    // Sent by a page that was opened before the field existed.
    expect(await put()).toBe(200);
    await pay();
    expect(await put('NT')).toBe(200);
    expect(await numbers('2036-37')).toEqual([
      'NT/36-37/000001',
      'KA/36-37/000002',
      'KA/36-37/000003',
    ]);
    const { body } = await api.request('settings/brand');
    expect(body).not.toHaveProperty('invoicePrefix');
  });
});
