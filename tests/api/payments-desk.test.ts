// What the office sees of orders and applications: found, paged, filtered, exported, changed.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { read, utils } from 'xlsx';
import { candidateSchema } from '#contract/desk/candidates.ts';
import {
  deskApplicationListSchema,
  deskOrderDetailSchema,
  deskOrderListSchema,
} from '#contract/desk/payment-desk.ts';
import { applications, refunds } from '#db/schema/money.ts';
import { users } from '#db/schema/people.ts';
import type { TestCandidate } from '#tests/support/people.ts';
import { type Paying, startPaying } from './paying.ts';

let api: Paying;
let asha: TestCandidate;
let paid: string;
let open: string;
const formula = '=HYPERLINK("http://evil.example","Asha")';

beforeAll(async () => {
  api = await startPaying();
  const examId = await api.makeExam({ name: 'Virtual Assistant' });
  asha = await api.makeCandidate({ examId });
  await api.deps.db.orm.update(users).set({ fullName: formula }).where(eq(users.uid, asha.uid));
  await api.payAndReturn(asha, examId);
  paid = `EXAM-${asha.uid}-${api.clock.now}`;
  api.clock.now += 60_000;
  open = (await api.pay(await api.makeCandidate({ examId }), examId)).order_id;
  for (let n = 0; n < 25; n += 1)
    await api.deps.db.orm.insert(applications).values({
      id: `app${n}`,
      name: `Ravi ${n}`,
      email: `ravi${n}@example.in`,
      phone: '9876543210',
      course: 'US CMA',
      amountPaise: 100_000,
      txnId: n % 5 === 0 ? `TXN-${n}` : null,
      // Three a minute, so that some are made at the same moment.
      createdAt: new Date(api.clock.now + Math.floor(n / 3) * 60_000),
    });
});
afterAll(() => api.close());

const ask = (path: string) => api.request(path, { token: api.adminToken });

async function listed(query: string) {
  const { body, headers } = await ask(`payments?${query}`);
  expect(headers.get('x-total-count')).toBe(String(deskOrderListSchema.parse(body).length));
  return deskOrderListSchema.parse(body).map(({ order_id }) => order_id);
}

async function cellsOf(path: string) {
  const answer = await api.fetch(path, { token: api.adminToken });
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="/);
  const book = read(await answer.arrayBuffer(), { type: 'array', cellFormula: true });
  const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {};
  return { sheet, rows: utils.sheet_to_json<Record<string, unknown>>(sheet) };
}

test('orders come newest first, with payer, purpose, amount and invoice', async () => {
  expect(await listed('')).toEqual([open, paid]);
  expect((await ask(`payments?search=${paid}`)).body).toMatchObject([
    {
      order_id: paid,
      kind: 'exam',
      uid: asha.uid,
      name: formula,
      email: asha.email,
      phone: asha.mobile,
      item: 'Virtual Assistant',
      amount: 500,
      refunded: 0,
      status: 'success',
      invoice: 'NT/25-26/000001',
    },
  ]);
});

test('an order is found by everything that someone on the telephone may read out', async () => {
  const order = await api.orderOf(paid);
  const known = [
    paid.toLowerCase(),
    order?.reference,
    order?.gatewayTxnId,
    asha.uid.toLowerCase(),
    'hyperlink',
    asha.email,
    asha.mobile,
    'nt/25-26/000001',
  ];
  for (const words of known) {
    const search = encodeURIComponent(words ?? 'nothing');
    expect([words, await listed(`search=${search}`)]).toEqual([words, [paid]]);
  }
  expect(await listed('search=%25')).toEqual([]);
});

test('orders are filtered by state, and come in pages', async () => {
  expect(await listed('state=success')).toEqual([paid]);
  expect(await listed('state=review')).toEqual([]);
  const { body, headers } = await ask('payments?page=2&pageSize=1');
  expect(body).toMatchObject([{ order_id: paid }]);
  expect(headers.get('x-total-count')).toBe('2');
  expect((await ask('payments?state=lost')).status).toBe(422);
});

test('orders are filtered by exam, on the screen and in the export', async () => {
  const { examId } = deskOrderListSchema.parse((await ask('payments')).body)[0] ?? {};
  expect(await listed(`exam=${examId}&state=success`)).toEqual([paid]);
  expect((await cellsOf(`payments/export?exam=${examId}`)).rows).toHaveLength(2);
  expect(await listed('exam=nobody')).toEqual([]);
  expect((await cellsOf('payments/export?exam=nobody')).rows).toEqual([]);
});

test('exported orders equal those on the screen, and formula-like text stays text', async () => {
  const { sheet, rows } = await cellsOf('payments/export');
  expect(rows).toHaveLength(2);
  expect(rows[1]).toMatchObject({
    'Date (IST)': '2026-03-02 12:00:00',
    Order: paid,
    Name: formula,
    For: 'Virtual Assistant',
    Kind: 'Exam fee',
    Amount: 500,
    Status: 'Paid',
  });
  expect(rows[0]).toMatchObject({ Status: 'Waiting' });
  expect(sheet.C3).toMatchObject({ t: 's', v: formula });
  expect(sheet.C3.f).toBeUndefined();
  expect((await cellsOf('payments/export?state=success')).rows).toHaveLength(1);
});

test('an order whose whole amount goes back stands as refunded everywhere, and one that kept a part as paid', async () => {
  const back = (id: string, amountPaise: number) =>
    api.deps.db.orm.insert(refunds).values({
      ...{ id, orderId: paid, amountPaise, state: 'pending' },
      ...{ reason: 'Cancelled', requestedBy: 'SuperAdmin' },
    });
  const standing = async () => {
    const { orders } = candidateSchema.parse((await ask(`candidates/${asha.uid}`)).body);
    const { rows } = await cellsOf(`payments/export?search=${paid}`);
    const order = deskOrderDetailSchema.parse((await ask(`payments/${paid}`)).body);
    const sorted = deskOrderListSchema.parse((await ask('payments?sort=state&order=desc')).body);
    return {
      order: order.status,
      record: orders[0]?.status,
      export: rows[0]?.Status,
      success: await listed('state=success'),
      refunded: await listed('state=refunded'),
      sorted: sorted.map(({ status }) => status),
    };
  };
  const asPaid = {
    ...{ order: 'success', record: 'success', export: 'Paid' },
    ...{ success: [paid], refunded: [], sorted: ['success', 'pending'] },
  };
  await back('partly', 49_900);
  expect(await standing()).toEqual(asPaid);
  await back('the-rest', 100);
  expect(await standing()).toEqual({
    ...{ order: 'refunded', record: 'refunded', export: 'Refunded' },
    ...{ success: [], refunded: [paid], sorted: ['refunded', 'pending'] },
  });
  await api.deps.db.orm.update(refunds).set({ state: 'failed' }).where(eq(refunds.id, 'the-rest'));
  expect(await standing()).toEqual(asPaid);
  await api.deps.db.orm.delete(refunds);
});

test('the exported orders have the number of the office’s own invoice in a column of its own', async () => {
  const person = { fullName: 'Meena', mobile: '9876512345', email: 'meena@example.in' };
  const added = {
    ...{ ...person, examID: await api.makeExam() },
    ...{ officeInvoice: 'INV-2026/118', reason: 'College list' },
  };
  expect(await api.request('candidates', { token: api.adminToken, json: added })).toMatchObject({
    status: 201,
  });
  const { rows } = await cellsOf('payments/export?search=meena%40example.in');
  expect(rows).toMatchObject([{ Transaction: '', 'Paid by invoice': 'INV-2026/118' }]);
});

test('applications are searched, filtered by payment, and paged newest first', async () => {
  const first = await ask('applications?pageSize=20');
  expect(first.headers.get('x-total-count')).toBe('25');
  const second = await ask('applications?pageSize=20&page=2');
  const ids = [first, second].flatMap(({ body }) =>
    deskApplicationListSchema.parse(body).map(({ _id }) => _id),
  );
  expect(new Set(ids).size).toBe(25);
  expect(ids[0]).toBe('app24');
  const total = async (query: string) =>
    (await ask(`applications?${query}`)).headers.get('x-total-count');
  expect(await total('paid=yes')).toBe('5');
  expect(await total('paid=no&search=ravi%201')).toBe('9');
  expect(await total('search=TXN-20')).toBe('1');
});

test('an export longer than one piece has every application once, in the order of the screen', async () => {
  await api.deps.db.orm.insert(applications).values(
    Array.from({ length: 1_100 }, (_, n) => ({
      id: `bulk${n}`,
      name: `Bulk ${n}`,
      email: 'bulk@example.in',
      phone: '9876543210',
      course: 'US CPA',
      amountPaise: 100_000,
      createdAt: new Date(api.clock.now - 3_600_000 - Math.floor(n / 300) * 60_000),
    })),
  );
  const { rows } = await cellsOf('applications/export?search=bulk');
  expect(new Set(rows.map(({ Name }) => Name)).size).toBe(1_100);
  const { body } = await ask('applications?search=bulk&pageSize=200');
  expect(rows.slice(0, 200).map(({ Name }) => Name)).toEqual(
    deskApplicationListSchema.parse(body).map(({ name }) => name),
  );
  expect(rows[0]).toMatchObject({ Payment: 'Not paid', Status: 'New' });
});

test('two people editing one application: the second is told, and nothing is overwritten', async () => {
  const change = (state: string, note: string, version = 1) =>
    api.request('applications/app3', {
      token: api.adminToken,
      method: 'PUT',
      json: { version, state, note },
    });
  expect(await change('contacted', 'Called, wants evenings')).toMatchObject({
    status: 200,
    body: { state: 'contacted', note: 'Called, wants evenings', version: 2 },
  });
  expect(await change('closed', 'Other')).toMatchObject({
    status: 409,
    body: { code: 'changed-meanwhile' },
  });
  expect(await ask('applications/app3')).toMatchObject({
    status: 200,
    body: { state: 'contacted', version: 2 },
  });
  expect((await ask('applications/nobody')).status).toBe(404);
  expect((await ask('applications?search=evenings')).body).toMatchObject([{ state: 'contacted' }]);
  expect(await change('lost', '', 2)).toMatchObject({ status: 422 });
  const acts = await api.actsOn('app3');
  expect(acts).toMatchObject([
    { actor: 'SuperAdmin', action: 'application.changed', detail: { state: 'contacted' } },
  ]);
});
