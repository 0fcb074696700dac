// On a real Postgres, where acts truly run side by side: whatever happens at once, the result is one payment.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { reconcile } from '#api/services/payments/reconcile.ts';
import { reconcileDue } from '#api/services/payments/reconcile-open.ts';
import { openDatabase } from '#db/client.ts';
import { migratedPostgresUrl } from '#tests/support/test-database.ts';
import { type Paying, startPaying } from './paying.ts';

let api: Paying;
let url: string;
beforeAll(async () => {
  url = await migratedPostgresUrl();
  api = await startPaying({ databaseUrl: url });
});
afterAll(() => api.close());

test('return, webhook, timer and page, all at once, make the candidate Fees Paid exactly once', async () => {
  const { examId, asha } = await api.enrolled();
  const { payment_url, order_id } = await api.pay(asha, examId);
  const back = (await api.atBank(payment_url, 'pay')) ?? '';
  const reference = (await api.orderOf(order_id))?.reference ?? '';
  api.clock.now += 30_000;
  await Promise.all([
    ...Array.from({ length: 4 }, () => api.fetch(back)),
    ...Array.from({ length: 4 }, () => api.webhook(reference)),
    ...Array.from({ length: 4 }, () => reconcile(api.deps, order_id)),
    reconcileDue(api.deps),
    reconcileDue(api.deps),
  ]);
  expect(await api.enrolmentsOf(asha.uid)).toMatchObject([{ status: 'Fees Paid' }]);
  expect(await api.historyOf(order_id)).toEqual(['order.success']);
});

test('two orders for one exam, paid and closed at once, end as one success and one for review, whose money is refunded', async () => {
  const { examId, asha } = await api.enrolled();
  const first = await api.pay(asha, examId);
  api.clock.now += 15 * 60_000 + 1;
  const second = await api.pay(asha, examId);
  for (const { payment_url } of [first, second]) await api.atBank(payment_url, 'pay');
  await Promise.all(
    [first, second, first, second].map(({ order_id }) => reconcile(api.deps, order_id)),
  );
  // An order that asked late may already know of the refund; after this round each order does.
  for (const { order_id } of [first, second]) await reconcile(api.deps, order_id);
  const acts = [await api.historyOf(first.order_id), await api.historyOf(second.order_id)];
  expect(acts.sort()).toEqual([
    ['order.success'],
    ['refund.requested', 'order.review', 'refund.success', 'order.refunded'],
  ]);
});

test('only one process asks about a due order', async () => {
  const { examId, asha } = await api.enrolled();
  await api.pay(asha, examId);
  await api.runTimer();
  api.clock.now += 30_000;
  const asked = await Promise.all([1, 2, 3, 4].map(() => reconcileDue(api.deps)));
  expect(asked.reduce((sum, count) => sum + count)).toBe(1);
});

test('when more orders are due at one moment than a process takes at once, it takes the first by id', async () => {
  await api.runTimer();
  const names = Array.from({ length: 21 }, (_, at) => `DUE${String(at).padStart(13, '0')}`);
  for (const name of [...names].reverse())
    await api.deps.db.rows(
      `insert into orders (order_id, reference, kind, uid, amount_paise, state, next_check_at, created_at)
       values ($1, $1, 'exam', 'SOMEBODY', 100, 'pending', to_timestamp($2::float8 / 1000), to_timestamp($2::float8 / 1000))`,
      [name, api.clock.now],
    );
  const orderStatus = vi.spyOn(api.gateway, 'orderStatus');
  expect(await reconcileDue(api.deps)).toBe(20);
  const asked = orderStatus.mock.calls.map(([{ reference }]) => reference).sort();
  expect(asked).toEqual(names.slice(0, 20));
  orderStatus.mockRestore();
  await api.deps.db.rows(`delete from orders where order_id like 'DUE%'`, []);
});

test('several API processes, each with its own connections, ask about each due order once between them', async () => {
  const examId = await api.makeExam();
  for (let count = 0; count < 6; count += 1)
    await api.pay(await api.makeCandidate({ examId }), examId);
  await api.runTimer();
  api.clock.now += 30_000;
  const others = await Promise.all([1, 2].map(() => openDatabase({ databaseUrl: url })));
  const orderStatus = vi.spyOn(api.gateway, 'orderStatus');
  const processes = [api.deps, ...others.map((db) => ({ ...api.deps, db }))];
  const asked = await Promise.all(processes.map((deps) => reconcileDue(deps)));
  expect(asked.reduce((sum, count) => sum + count)).toBe(6);
  expect(orderStatus).toHaveBeenCalledTimes(6);
  await Promise.all(others.map((db) => db.close()));
});

test('the next process asks about an order that a process took to ask about before it died', async () => {
  const { examId, asha } = await api.enrolled();
  const { payment_url, order_id } = await api.pay(asha, examId);
  await api.atBank(payment_url, 'pay', { trouble: 'lost-return' });
  api.clock.now += 30_000;
  const doomed = await openDatabase({ databaseUrl: url });
  const died = new Error('the process died');
  const dying = { ...doomed, transaction: () => Promise.reject(died) };
  await expect(reconcileDue({ ...api.deps, db: dying })).rejects.toThrow(died);
  await doomed.close();
  const restarted = await openDatabase({ databaseUrl: url });
  const deps = { ...api.deps, db: restarted };
  api.clock.now += 59_000;
  await reconcileDue(deps);
  expect(await api.orderOf(order_id)).toMatchObject({ state: 'pending' });
  api.clock.now += 1_000;
  await reconcileDue(deps);
  await restarted.close();
  expect(await api.orderOf(order_id)).toMatchObject({ state: 'success' });
  expect(await api.enrolmentsOf(asha.uid)).toMatchObject([{ status: 'Fees Paid' }]);
});

test('Pay Now pressed five times at once opens one page', async () => {
  const { examId, asha } = await api.enrolled();
  const json = { exam_id: examId, customer_id: asha.uid };
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => api.request('payment/hdfc', { token: asha.token, json })),
  );
  const pages = answers
    .filter(({ status }) => status === 200)
    .map(({ body }) => JSON.stringify(body));
  expect(new Set(pages).size).toBe(1);
});

test('of more open orders than are asked about at once, the newest are asked about when the candidate looks', async () => {
  const { uid, token } = await api.makeCandidate({ examId: await api.makeExam() });
  const references = Array.from({ length: 12 }, (_, at) => `NEWEST${String(at).padStart(2, '0')}`);
  for (const [at, reference] of references.entries())
    await api.deps.db.rows(
      `insert into orders (order_id, reference, kind, uid, amount_paise, state, next_check_at, created_at)
       values ($1, $1, 'exam', $2, 100, 'pending', to_timestamp($3::float8 / 1000), to_timestamp($4::float8 / 1000))`,
      // Due in a different order than they were made.
      [reference, uid, api.clock.now + (at % 5) * 60_000, api.clock.now + at * 1_000],
    );
  const orderStatus = vi.spyOn(api.gateway, 'orderStatus');
  await api.request('exams/updateuser', { token, json: { uid } });
  const asked = orderStatus.mock.calls.map(([{ reference }]) => reference).sort();
  orderStatus.mockRestore();
  expect(asked).toEqual(references.slice(2));
  await api.deps.db.rows(`delete from orders where order_id like 'NEWEST%'`, []);
});

/** A second connection that locks an order's row until it is told to release it. */
async function lockOrder(orderId: string) {
  const other = await openDatabase({ databaseUrl: url });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let ends: Promise<void> | undefined;
  await new Promise<void>((isLocked) => {
    ends = other.transaction(async (tx) => {
      await tx.execute(sql`select from orders where order_id = ${orderId} for update`);
      isLocked();
      await released;
    });
  });
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return {
    /** Resolves once `count` other connections wait for a lock. */
    waitFor: (count: number) => expect.poll(() => other.rows(waiting, [])).toHaveLength(count),
    async release() {
      release();
      await ends;
      await other.close();
    },
  };
}

test('a payment and a move to the same exam at the same time go one after the other: the payment counts, the move is refused [decision 14]', async () => {
  const { examId: from, asha } = await api.enrolled();
  const to = await api.makeExam();
  const { payment_url, order_id } = await api.pay(asha, to);
  await api.atBank(payment_url, 'pay');
  const mine = await api.enrolmentsOf(asha.uid);
  const enrolment = mine.find(({ examId }) => examId === from)?.id;
  // The timer has just asked about the order, so the move need not.
  await api.deps.db.rows('update orders set next_check_at = null where order_id = $1', [order_id]);
  const order = await lockOrder(order_id);
  const arrives = reconcile(api.deps, order_id, true);
  await order.waitFor(1);
  const moved = api.request(`candidates/${asha.uid}/move`, {
    token: api.adminToken,
    json: { enrolment, examID: to, reason: 'Wrong exam chosen' },
  });
  await order.waitFor(2);
  await order.release();
  expect(await arrives).toBe('success');
  expect(await moved).toMatchObject({
    status: 422,
    body: { error: 'This candidate has already paid for that exam or taken it.' },
  });
  const statuses = (await api.enrolmentsOf(asha.uid)).map(({ examId, status }) => [examId, status]);
  expect(Object.fromEntries(statuses)).toEqual({ [from]: 'Registered', [to]: 'Fees Paid' });
});
