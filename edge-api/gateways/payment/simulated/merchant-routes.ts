/** The simulated gateway's routes for the merchant's server: session, order status, refund. */
import { randomBytes } from 'node:crypto';
import type { Context, Hono } from 'hono';
import * as z from 'zod';
import { apiKeyAuthorization, sameSecret } from '#api/gateways/payment/hdfc-config.ts';
import { afterStatusAnswer, refund, type SimulatedOrder, type SimulatedStore } from './store.ts';
import {
  badRequest,
  gatewayRefundSchema,
  orderAnswer,
  sessionAnswer,
  sessionRequestSchema,
  type WebhookTarget,
} from './wire.ts';

/** The simulated gateway's settings, shared by all its routes. */
export type SimulatedGatewayOptions = {
  merchantId: string;
  apiKey: string;
  responseKey: string;
  webhook?: WebhookTarget | undefined;
  now: () => Date;
  store: SimulatedStore;
  /** The gateway's address for browsers, its mount path included. Default: the address that the session was requested at. */
  publicUrl?: string | undefined;
};

/** Stores the changed order and sends the webhooks about the change. */
export type KeepOrder = (before: SimulatedOrder, after: SimulatedOrder) => Promise<void>;

/** How long a payment page is valid, as in the bank's sample. */
const PAGE_LIFE_MS = 7 * 24 * 60 * 60 * 1000;

export function addMerchantRoutes(app: Hono, options: SimulatedGatewayOptions, keep: KeepOrder) {
  const { merchantId, now, store } = options;
  const authorization = apiKeyAuthorization(options.apiKey);

  for (const path of ['/session', '/orders/*']) {
    app.use(path, async (c, next) => {
      const isMerchant =
        sameSecret(c.req.header('authorization') ?? '', authorization) &&
        c.req.header('x-merchantid') === merchantId;
      if (isMerchant) return next();
      return c.json({ status: 'error', error_code: 'access_denied' }, 401);
    });
  }

  app.post('/session', async (c) => {
    const body: unknown = await c.req.json().catch(() => null);
    const parsed = sessionRequestSchema.safeParse(body);
    if (!parsed.success) return refuse(c, z.prettifyError(parsed.error));
    const asked = parsed.data;
    if (!isRouted(c, asked.customer_id)) return refuse(c, WRONG_HEADERS);
    const reference = asked.order_id.toUpperCase();
    const known = await store.get(reference);
    const isSame = known?.amountPaise === asked.amount && known.customerId === asked.customer_id;
    if (known !== undefined && !isSame) return refuse(c, 'The order exists and is another one.');
    const order = known ?? openOrder(reference, asked, now());
    if (known === undefined) await store.put(order);
    const here = new URL(c.req.url).origin + c.req.path.replace(/\/session$/, '');
    const page = `${options.publicUrl ?? here}/pay/${reference}-${order.pageKey}`;
    return c.json(sessionAnswer(order, page));
  });

  app.get('/orders/:reference', async (c) => {
    const reference = c.req.param('reference').toUpperCase();
    const order = await store.get(reference);
    if (order === undefined) {
      return c.json({ order_id: reference, status: 'NOT_FOUND', status_id: 40 });
    }
    if (!isRouted(c, order.customerId)) return refuse(c, WRONG_HEADERS);
    const after = afterStatusAnswer(order);
    await keep(order, after);
    return c.json(orderAnswer(after, merchantId));
  });

  app.post('/orders/:reference/refunds', async (c) => {
    const order = await store.get(c.req.param('reference').toUpperCase());
    const parsed = gatewayRefundSchema.safeParse(await c.req.parseBody());
    if (order === undefined || !parsed.success) return refuse(c, 'No such order, or not a refund.');
    if (!isRouted(c, order.customerId)) return refuse(c, WRONG_HEADERS);
    const { unique_request_id: requestId, amount = null } = parsed.data;
    const after = refund(order, { requestId, amountPaise: amount, at: now().toISOString() });
    if (after === null) return refuse(c, 'Not paid, or more than is left of it.');
    await keep(order, after);
    return c.json(orderAnswer(after, merchantId));
  });
}

const WRONG_HEADERS = 'The version header is missing, or x-routing-id is not the customer.';

function refuse(c: Context, message: string) {
  return c.json(badRequest(message), 400);
}

/** The bank routes by customer and may not find an order under another customer's routing id, so we check for it here. */
function isRouted(c: Context, customerId: string): boolean {
  const hasVersion = /^\d{4}-\d{2}-\d{2}$/.test(c.req.header('version') ?? '');
  return hasVersion && c.req.header('x-routing-id') === customerId;
}

type Asked = Pick<
  z.infer<typeof sessionRequestSchema>,
  'customer_id' | 'amount' | 'description' | 'return_url' | 'udf1'
>;

/** @param reference in upper case */
export function openOrder(reference: string, asked: Asked, now: Date): SimulatedOrder {
  return {
    reference,
    pageKey: randomBytes(16).toString('hex'),
    customerId: asked.customer_id,
    amountPaise: asked.amount,
    effectiveAmountPaise: asked.amount,
    description: asked.description,
    returnUrl: asked.return_url,
    udf1: asked.udf1,
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + PAGE_LIFE_MS).toISOString(),
    status: 'NEW',
    reason: '',
    attempts: 0,
    trouble: 'none',
    answersUntilCharged: null,
    bankReference: '',
    refunds: [],
  };
}
