// The office's calls about orders: GET payments, GET payments/export, GET payments/:orderId, POST …/reconcile, POST …/refunds.
import * as z from 'zod/mini';
import {
  listEndpoint,
  listQueries,
  paging,
  workbookEndpoint,
} from '#api/middleware/list-endpoint.ts';
import { exportOrders, listOrders, readDeskOrder } from '#api/services/payments/desk-orders.ts';
import { listSorts } from '#contract/desk/list-sorts.ts';
import {
  deskOrderDetailSchema,
  deskOrderListSchema,
  refundRequestSchema,
} from '#contract/desk/payment-desk.ts';
import { orderStates } from '#contract/site/payments.ts';
import { orderIdSchema } from '#contract/wire/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { checkOrder } from '../../services/payments/reconcile-open.ts';
import { requestRefund } from '../../services/payments/request-refund.ts';

const queries = listQueries(
  {
    state: z._default(z.enum(['', ...orderStates]), ''),
    exam: z._default(z.string().check(z.maxLength(200)), ''),
  },
  listSorts.orders,
  paging(20, 200),
);
const params = z.object({ orderId: orderIdSchema });

export const getPayments = listEndpoint(
  {
    route: 'get /payments',
    mayLag: true,
    summary:
      'Orders of exams and courses, newest first or sorted, searched by order, reference, transaction, invoice, uid, name, email or phone; the total is in X-Total-Count.',
    query: queries.list,
    reply: deskOrderListSchema,
  },
  ({ deps, query }) => listOrders(deps.db, query),
);

export const getPaymentsExport = workbookEndpoint(
  {
    route: 'get /payments/export',
    mayLag: true,
    summary: 'The orders that match, all of them or the chosen ones, as an Excel workbook.',
    query: queries.workbook,
  },
  ({ deps, query }) => exportOrders(deps.db, query),
);

export const getPayment = endpoint(
  {
    route: 'get /payments/:orderId',
    who: 'admin',
    summary: 'One order with its refunds and everything that happened to it.',
    params,
    reply: deskOrderDetailSchema,
    problems: ['not-found'],
  },
  ({ deps, params }) => readDeskOrder(deps, params.orderId),
);

export const postReconcile = endpoint(
  {
    route: 'post /payments/:orderId/reconcile',
    who: 'admin',
    summary: 'Asks the gateway about an order now.',
    params,
    reply: deskOrderDetailSchema,
    problems: ['not-found', 'unavailable'],
  },
  async ({ deps, caller, params }) => {
    await checkOrder(deps, caller.uid, params.orderId);
    return readDeskOrder(deps, params.orderId);
  },
);

export const postRefund = endpoint(
  {
    route: 'post /payments/:orderId/refunds',
    who: 'admin',
    summary:
      'Refunds money, at most what remains of the payment. The same requestId again is the same refund.',
    params,
    body: refundRequestSchema,
    reply: deskOrderDetailSchema,
    problems: ['not-found', 'payment-not-open', 'changed-meanwhile', 'invalid', 'unavailable'],
  },
  async ({ deps, caller, params, body }) => {
    const { amount, ...wish } = body;
    const amountPaise = Math.round(amount * 100);
    await requestRefund(deps, caller.uid, { ...params, ...wish, amountPaise });
    return readDeskOrder(deps, params.orderId);
  },
);
