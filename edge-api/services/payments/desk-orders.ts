// Orders for the office: one order in full, the list, and the workbook.
import { and, asc, eq, inArray, or } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Deps } from '#api/deps.ts';
import { Problem } from '#api/problem.ts';
import { indiaTime } from '#api/services/india-time.ts';
import {
  type ListColumns,
  listWorkbook,
  numbers,
  text,
  type Workbook,
} from '#api/services/workbook/stream-workbook.ts';
import type { SortKey } from '#contract/desk/list-sorts.ts';
import {
  type DeskOrder,
  type DeskOrderDetail,
  orderKindNames,
  orderStateNames,
} from '#contract/desk/payment-desk.ts';
import { type OrderState, orderStates } from '#contract/site/payments.ts';
import type { Database } from '#db/client.ts';
import { millis } from '#db/instants.ts';
import {
  byText,
  countRows,
  inPieces,
  type ListPage,
  likeWords,
  onlyChosen,
  sortedBy,
} from '#db/queries/list-sql.ts';
import { orders } from '#db/schema/money.ts';
import { enrolments } from '#db/schema/people.ts';
import { auditLog } from '#db/schema/records.ts';
import { personText } from '#db/schema/search-text.ts';
import { refundsOf } from './refund-rows.ts';

/** @throws Problem not-found */
export async function readDeskOrder(
  { db }: Pick<Deps, 'db'>,
  orderId: string,
): Promise<DeskOrderDetail> {
  const order = await findDeskOrder(db, orderId);
  if (!order) throw new Problem('not-found');
  const [more] = await db.orm
    .select({ nextCheckAt: orders.nextCheckAt, enrolment: enrolments.status })
    .from(orders)
    .leftJoin(enrolments, eq(enrolments.id, orders.enrolmentId))
    .where(eq(orders.orderId, orderId));
  const history = await db.orm
    .select()
    .from(auditLog)
    .where(or(eq(auditLog.subject, orderId), paidToTheOffice(order)))
    .orderBy(asc(auditLog.id));
  const refunds = await refundsOf(db.orm, orderId);
  return {
    ...order,
    nextCheckAt: more?.nextCheckAt?.toISOString() ?? null,
    enrolment: more?.enrolment ?? null,
    refunds: refunds.map(({ id, amountPaise, state, createdAt, settledAt, ...rest }) => ({
      id,
      amount: amountPaise / 100,
      status: state,
      reason: rest.reason,
      requestedBy: rest.requestedBy,
      gatewayReason: rest.gatewayReason,
      at: createdAt.toISOString(),
      settledAt: settledAt?.toISOString() ?? null,
    })),
    history: history.map(({ at, actor, action, detail }) => ({
      at: at.toISOString(),
      actor,
      action,
      detail,
    })),
  };
}

/** When a college pays by invoice, the audit log has the payment under the candidate, at the same instant. */
function paidToTheOffice({ uid, officeInvoice, settledAt }: DeskOrder) {
  if (!uid || officeInvoice === null || settledAt === null) return undefined;
  return and(
    eq(auditLog.subject, uid),
    inArray(auditLog.action, ['candidate.added', 'candidate.paid-by-invoice']),
    eq(auditLog.at, new Date(settledAt)),
  );
}

// The orders as a workbook, with the same cells as the screen.

export function exportOrders(db: Database, wanted: Wanted & { chosen: string }): Workbook {
  return listWorkbook('Orders', columns, readOrders(db, wanted));
}

const columns: ListColumns<DeskOrder> = [
  [text('Date (IST)', 20), ({ createdAt }) => indiaTime(createdAt)],
  [text('Order', 32), ({ order_id }) => order_id],
  [text('Name', 28), ({ name }) => name],
  [text('UID', 10), ({ uid }) => uid ?? ''],
  [text('Email', 30), ({ email }) => email],
  [text('Phone', 13), ({ phone }) => phone],
  [text('For', 36), ({ item }) => item],
  [text('Kind', 10), ({ kind }) => orderKindNames[kind]],
  [numbers('Amount'), ({ amount }) => amount],
  [numbers('Refunded'), ({ refunded }) => refunded],
  [text('Status', 14), ({ status }) => orderStateNames[status]],
  [text('Reason', 40), ({ reason }) => reason ?? ''],
  [text('Invoice', 18), ({ invoice }) => invoice ?? ''],
  [text('Transaction', 32), ({ transaction }) => transaction ?? ''],
  [text('Reference', 20), ({ reference }) => reference],
  [text('Paid by invoice', 24), ({ officeInvoice }) => officeInvoice ?? ''],
];

// The list of orders: newest first or sorted, searched and paged by the database, for the screen and the export.

/** An empty text matches everything. */
type Wanted = { search: string; state: OrderState | ''; exam: string };

/** The amount in paise of an order that was refunded or is being refunded. */
const REFUNDED = `(select coalesce(sum(r.amount_paise), 0)::float8 from refunds r
    where r.order_id = o.order_id and r.state <> 'failed')`;

/**
 * The state that people are shown: a paid order is refunded once its whole amount was refunded or is being refunded. Sums are computed only
 * for the few orders that have a refund.
 */
const SHOWN_STATE = `case when o.state = 'success' and o.order_id in (select order_id from refunds where state <> 'failed')
    and ${REFUNDED} >= o.amount_paise then 'refunded' else o.state end`;

/** SQL expressions that the list can be sorted by; the name comes from `PAYERS`. */
const orderSorts: Record<SortKey<'orders'>, string> = {
  name: byText('coalesce(u.full_name, a.name)'),
  amount: 'o.amount_paise',
  state: SHOWN_STATE,
  date: 'o.created_at',
  order: byText('o.order_id'),
};

const rowSchema = z.object({
  order_id: z.string(),
  reference: z.string(),
  kind: z.enum(['exam', 'course']),
  uid: z.nullable(z.string()),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  item: z.nullable(z.string()),
  exam_id: z.nullable(z.string()),
  amount_paise: z.int(),
  refunded_paise: z.int(),
  state: z.enum(orderStates),
  reason: z.nullable(z.string()),
  gateway_txn_id: z.nullable(z.string()),
  office_invoice: z.nullable(z.string()),
  invoice: z.nullable(z.string()),
  created_ms: z.number(),
  settled_ms: z.nullable(z.number()),
});

const COLUMNS = `o.order_id, o.reference, o.kind, o.uid, coalesce(u.full_name, a.name) as name,
  coalesce(u.email, a.email) as email, coalesce(u.mobile, a.phone) as phone, coalesce(x.name, a.course) as item, e.exam_id,
  o.amount_paise::float8 as amount_paise,
  ${REFUNDED} as refunded_paise,
  ${SHOWN_STATE} as state, o.reason, o.gateway_txn_id, o.office_invoice, i.number as invoice,
  ${millis('o.created_at')} as created_ms,
  ${millis('o.settled_at')} as settled_ms`;

/** Joins the names of all orders at once. Looking them up one by one would take most of the time of sorting. */
const PAYERS =
  'left join users u on u.uid = o.uid left join applications a on a.id = o.application_id';
const JOINS = `${PAYERS} left join enrolments e on e.id = o.enrolment_id left join exams x on x.id = e.exam_id
  left join invoices i on i.order_id = o.order_id`;

/**
 * Finds people first, in their own tables, and then their orders by index, so that a search reads each name once and not through the
 * joins of every order.
 */
const FOUND = `(o.order_id ilike $2::text or o.reference ilike $2::text or o.gateway_txn_id ilike $2::text or o.office_invoice ilike $2::text
  or o.uid in (select uid from users where ${personText('users')} ilike $2::text)
  or o.application_id in (select id from applications where concat_ws(' ', name, email, phone) ilike $2::text)
  or o.order_id in (select order_id from invoices where number ilike $2::text))`;
/** `offset 0` makes the planner start from the exam's enrolments instead of going through all orders. */
const OF_EXAM = 'o.enrolment_id in (select id from enrolments where exam_id = $3::text offset 0)';

/** Builds a separate statement for each combination of filters: the plan of one statement for all would read every order. */
function matching({ state, search, exam }: Wanted): string {
  return [
    state === '' ? "$1::text = ''" : `${SHOWN_STATE} = $1::text`,
    search === '' ? "$2::text = ''" : FOUND,
    exam === '' ? "$3::text = ''" : OF_EXAM,
  ].join(' and ');
}

function paramsOf({ search, state, exam }: Wanted): [string, string, string] {
  return [state, search === '' ? '' : likeWords(search), exam];
}

export async function listOrders(
  db: Database,
  wanted: Wanted & ListPage<SortKey<'orders'>>,
): Promise<{ rows: DeskOrder[]; total: number }> {
  const params = paramsOf(wanted);
  const order = sortedBy(orderSorts, wanted, 'o.order_id') ?? 'o.created_at desc, o.order_id';
  const total = await countRows(db, `orders o where ${matching(wanted)}`, params);
  const rows = await db.rows(
    `select ${COLUMNS} from (select o.order_id as id from orders o ${wanted.sort === 'name' ? PAYERS : ''}
       where ${matching(wanted)} order by ${order} limit $4::int offset $5::int) page
     join orders o on o.order_id = page.id ${JOINS}
     order by ${order}`,
    [...params, wanted.pageSize, (wanted.page - 1) * wanted.pageSize],
  );
  return { rows: rows.map(toDeskOrder), total };
}

const PIECE = 500;

/** All matching orders, or only the chosen ones among them, newest first. */
export function readOrders(db: Database, wanted: Wanted & { chosen: string }) {
  const [chosen, ids] = onlyChosen('o.order_id', wanted.chosen, 5);
  return inPieces<DeskOrder>(PIECE, async (last) => {
    const rows = await db.rows(
      `select ${COLUMNS} from (select o.order_id as id from orders o left join orders c on c.order_id = $4::text
         where ${matching(wanted)} ${chosen} and (c.order_id is null or o.created_at < c.created_at
           or (o.created_at = c.created_at and o.order_id > c.order_id))
         order by o.created_at desc, o.order_id limit ${PIECE}) piece
       join orders o on o.order_id = piece.id ${JOINS}
       order by o.created_at desc, o.order_id`,
      [...paramsOf(wanted), last?.order_id ?? '', ...ids],
    );
    return rows.map(toDeskOrder);
  });
}

/** All orders of one candidate, newest first. */
export async function ordersOfCandidate(db: Database, uid: string): Promise<DeskOrder[]> {
  const rows = await db.rows(
    `select ${COLUMNS} from orders o ${JOINS} where o.uid = $1 order by o.created_at desc, o.order_id desc`,
    [uid],
  );
  return rows.map(toDeskOrder);
}

/** Undefined when there is no such order. */
async function findDeskOrder(db: Database, orderId: string): Promise<DeskOrder | undefined> {
  const [row] = await db.rows(`select ${COLUMNS} from orders o ${JOINS} where o.order_id = $1`, [
    orderId,
  ]);
  return row === undefined ? undefined : toDeskOrder(row);
}

function toDeskOrder(row: unknown): DeskOrder {
  const order = rowSchema.parse(row);
  return {
    order_id: order.order_id,
    reference: order.reference,
    kind: order.kind,
    uid: order.uid,
    name: order.name ?? '',
    email: order.email ?? '',
    phone: order.phone ?? '',
    item: order.item ?? '',
    examId: order.exam_id,
    amount: order.amount_paise / 100,
    refunded: order.refunded_paise / 100,
    status: order.state,
    reason: order.reason,
    transaction: order.gateway_txn_id,
    officeInvoice: order.office_invoice,
    invoice: order.invoice,
    createdAt: new Date(order.created_ms).toISOString(),
    settledAt: order.settled_ms === null ? null : new Date(order.settled_ms).toISOString(),
  };
}
