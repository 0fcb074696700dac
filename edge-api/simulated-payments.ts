// Runs the simulated gateway inside this process: its own routes for the browser, its orders in the database, and the
// real HDFC adapter connected to it.
import { randomBytes } from 'node:crypto';
import type { Hono } from 'hono';
import type { Database, Orm } from '#db/client.ts';
import { findSimulatedOrder, putSimulatedOrder } from '#db/queries/simulated-orders.ts';
import { createHdfcGateway } from './gateways/payment/hdfc.ts';
import type { PaymentGateway } from './gateways/payment/port.ts';
import { createSimulatedGateway } from './gateways/payment/simulated/app.ts';
import { openOrder } from './gateways/payment/simulated/merchant-routes.ts';
import {
  pay,
  type SimulatedStore,
  simulatedOrderSchema,
} from './gateways/payment/simulated/store.ts';
import { transactionOf } from './gateways/payment/simulated/wire.ts';

export const SIMULATED_PATH = '/simulated-gateway';
const MERCHANT = 'SIMULATED';

/** `here`: where this process listens, for the gateway's webhooks. `publicUrl`: the site's address for browsers. */
export function simulatePayments(
  db: Database,
  now: () => number,
  { publicUrl, here }: { publicUrl: string; here: string },
): { gateway: PaymentGateway; routes: Hono } {
  const secret = () => randomBytes(16).toString('hex');
  const shared = { merchantId: MERCHANT, apiKey: secret(), responseKey: secret() };
  const webhook = { user: secret(), password: secret() };
  const routes = createSimulatedGateway({
    ...shared,
    webhook: { ...webhook, url: `${here}/api/v1/payment/webhook` },
    now: () => new Date(now()),
    store: storeIn(db),
    publicUrl: `${publicUrl}${SIMULATED_PATH}`,
  });
  const gateway = createHdfcGateway(
    { ...shared, baseUrl: 'http://simulated.invalid', paymentPageClientId: 'simulated', webhook },
    { fetch: (url, init) => routes.request(url, init) },
  );
  return { gateway, routes };
}

/**
 * Stores an order at the simulated gateway as if it had been paid on its page, so that order status and refunds work.
 * @returns the gateway's transaction id
 */
export async function bookAsPaid(
  tx: Orm,
  now: number,
  { reference, customerId, amountPaise }: PaidOrder,
): Promise<string> {
  const asked = { customer_id: customerId, amount: amountPaise, description: '', udf1: '' };
  const order = pay(
    openOrder(reference.toUpperCase(), { ...asked, return_url: '' }, new Date(now)),
    { trouble: 'none', answersUntilCharged: 0, bankReference: '' },
  );
  await putSimulatedOrder(tx, order);
  return transactionOf(order, MERCHANT);
}

type PaidOrder = { reference: string; customerId: string; amountPaise: number };

function storeIn({ orm }: Database): SimulatedStore {
  return {
    async get(reference) {
      const found = await findSimulatedOrder(orm, reference);
      return found === undefined ? undefined : simulatedOrderSchema.parse(found);
    },
    put: (order) => putSimulatedOrder(orm, order),
  };
}
