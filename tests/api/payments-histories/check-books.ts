// Checks that our books agree with the gateway's. Reads both directly, not the replies to any act.
import { and, asc, eq, inArray } from 'drizzle-orm';
import * as z from 'zod';
import type { SimulatedOrder } from '#api/gateways/payment/simulated/store.ts';
import type { Database } from '#db/client.ts';
import { applications, invoices, orders, refunds } from '#db/schema/money.ts';
import { enrolments } from '#db/schema/people.ts';
import { auditLog } from '#db/schema/records.ts';
import type { BankHall } from './bank-hall.ts';

export type Payer =
  | { kind: 'exam'; uid: string; enrolmentId: string }
  | { kind: 'course'; applicationId: string };

type Order = typeof orders.$inferSelect;

export function ordersOf({ api }: BankHall, payer: Payer): Promise<Order[]> {
  const isTheirs =
    payer.kind === 'exam'
      ? eq(orders.enrolmentId, payer.enrolmentId)
      : eq(orders.applicationId, payer.applicationId);
  return api.deps.db.orm.select().from(orders).where(isTheirs);
}

/** @throws Error for the first rule that is broken */
export async function checkBooks(hall: BankHall, payer: Payer): Promise<void> {
  let bought = 0;
  let rightCharges = 0;
  const paidBy = await transactionOf(hall, payer);
  for (const order of await ordersOf(hall, payer)) {
    const known = await hall.books.get(order.reference);
    const charge = known?.status === 'CHARGED' ? known : null;
    const isRight = charge !== null && isExact(charge, order);
    const hasInvoice = await invoiced(hall, order);
    if (isRight) rightCharges += 1;
    if (hasInvoice) bought += 1;
    must(order.nextCheckAt === null, order, 'is asked about for ever');
    must(charge !== null || order.state === 'failed', order, `is ${order.state} without a charge`);
    must(charge === null || order.state !== 'failed', order, 'was charged and counts as failed');
    must(order.state !== 'pending', order, 'is pending when all is over');
    must(order.state !== 'success' || isRight, order, 'is a success without the right charge');
    must(!hasInvoice || isRight, order, 'has an invoice without the right charge');
    must(!hasInvoice || order.gatewayTxnId === paidBy, order, 'has an invoice for another’s seat');
    await checkRefunds(hall, order, charge, hasInvoice);
    await checkSettled(hall, order);
  }
  must(bought <= 1, payer, `was sold ${bought} times`);
  must(
    (paidBy !== null) === (bought === 1),
    payer,
    'is paid without an invoice, or not and with one',
  );
  must(
    (bought === 1) === rightCharges > 0,
    payer,
    `is ${bought} times paid by ${rightCharges} charges`,
  );
  await checkCounters(hall);
}

/** Everything that a charge brought is on its order, or was refunded to the payer. */
async function checkRefunds(
  { api }: BankHall,
  order: Order,
  charge: SimulatedOrder | null,
  hasInvoice: boolean,
): Promise<void> {
  const rows = await api.deps.db.orm
    .select()
    .from(refunds)
    .where(eq(refunds.orderId, order.orderId));
  const open = rows.filter(({ state }) => state === 'pending' || state === 'review');
  must(open.length === 0, order, 'has a refund that never ends');
  const inBook = sum(rows.filter(({ state }) => state === 'success'));
  const atBank = sum(charge?.refunds ?? []);
  must(inBook === atBank, order, `sent back ${inBook} by our book and ${atBank} by the bank’s`);
  const collected = charge?.effectiveAmountPaise ?? 0;
  must(atBank <= collected, order, `sent back ${atBank} of ${collected}`);
  const allGone = collected > 0 && atBank === collected;
  must(
    (order.state === 'refunded') === allGone,
    order,
    `is ${order.state}, and ${atBank} went back`,
  );
  const isSecond = charge !== null && isExact(charge, order) && !hasInvoice;
  must(!isSecond || allGone, order, 'is a second payment that did not go back');
}

/** An order stays settled from when it first ended, as the audit log has it, however often it is asked about later. */
async function checkSettled({ api }: BankHall, order: Order): Promise<void> {
  const [first] = await api.deps.db.orm
    .select({ at: auditLog.at })
    .from(auditLog)
    .where(and(eq(auditLog.subject, order.orderId), inArray(auditLog.action, ENDS)))
    .orderBy(asc(auditLog.id))
    .limit(1);
  const settledAt = order.settledAt?.getTime() ?? null;
  must(settledAt === (first?.at.getTime() ?? null), order, 'was settled at another time');
}

const ENDS = ['order.success', 'order.review', 'order.refunded'];

/** Every counter equals its year's highest invoice. Looked up by index, since this runs after every history. */
async function checkCounters({ api }: BankHall): Promise<void> {
  await checkFigures(
    api.deps.db,
    `select c.financial_year, c.last, c.last as issued, (select coalesce(max(i.serial), 0)::int from invoices i
       where i.financial_year = c.financial_year) as highest from invoice_counters c`,
  );
}

/** In every year, the serials run from 1 without gap or repeat, and the counter equals the last one. */
export async function checkNumbers({ api }: BankHall): Promise<void> {
  await checkFigures(
    api.deps.db,
    `select c.financial_year, c.last, i.issued, i.highest from invoice_counters c left join (
       select financial_year, count(*)::int as issued, max(serial)::int as highest from invoices group by 1
     ) i on i.financial_year = c.financial_year`,
  );
}

async function checkFigures(db: Database, question: string): Promise<void> {
  for (const year of z.array(figuresSchema).parse(await db.rows(question, [])))
    if (year.last !== year.issued || year.last !== year.highest)
      throw new Error(
        `${year.financial_year}: ${year.issued} invoices, the highest is ${year.highest}, the counter says ${year.last}`,
      );
}

const figuresSchema = z.object({
  financial_year: z.string(),
  last: z.int(),
  issued: z.nullable(z.int()),
  highest: z.nullable(z.int()),
});

async function transactionOf({ api }: BankHall, payer: Payer): Promise<string | null> {
  const { orm } = api.deps.db;
  if (payer.kind === 'course') {
    const [row] = await orm
      .select({ txnId: applications.txnId })
      .from(applications)
      .where(eq(applications.id, payer.applicationId));
    return row?.txnId ?? null;
  }
  const [row] = await orm.select().from(enrolments).where(eq(enrolments.id, payer.enrolmentId));
  must(
    row !== undefined && (row.status === 'Fees Paid') === (row.txnId !== null),
    payer,
    `is ${row?.status} with transaction ${row?.txnId}`,
  );
  return row?.txnId ?? null;
}

async function invoiced({ api }: BankHall, order: Order): Promise<boolean> {
  const rows = await api.deps.db.orm
    .select({ body: invoices.body })
    .from(invoices)
    .where(eq(invoices.orderId, order.orderId));
  for (const { body } of rows) {
    const parts = body.taxablePaise + body.cgstPaise + body.sgstPaise + body.igstPaise;
    must(
      body.totalPaise === order.amountPaise && parts === body.totalPaise,
      order,
      'has an invoice of another amount',
    );
  }
  return rows.length === 1;
}

const isExact = (charge: SimulatedOrder, order: Order) =>
  charge.amountPaise === order.amountPaise && charge.effectiveAmountPaise === order.amountPaise;

const sum = (rows: readonly { amountPaise: number }[]) =>
  rows.reduce((total, { amountPaise }) => total + amountPaise, 0);

function must(holds: boolean, whom: Order | Payer, what: string): void {
  if (holds) return;
  const name = 'orderId' in whom ? whom.orderId : `payer ${JSON.stringify(whom)}`;
  throw new Error(`${name} ${what}`);
}
