// The simulated gateway inside this process: its own routes for the browser, its books in the database,
// and the real HDFC adapter talking to it.
import { randomBytes } from 'node:crypto';
import type { Hono } from 'hono';
import type { Database } from '#db/client.ts';
import { findSimulatedOrder, putSimulatedOrder } from '#db/queries/simulated-orders.ts';
import { createHdfcGateway } from './gateways/payment/hdfc.ts';
import type { PaymentGateway } from './gateways/payment/port.ts';
import { createSimulatedGateway } from './gateways/payment/simulated/app.ts';
import { type SimulatedStore, simulatedOrderSchema } from './gateways/payment/simulated/store.ts';

export const SIMULATED_PATH = '/simulated-gateway';

/** @param here where this process listens, for the gateway's webhooks; `publicUrl` is where browsers find it */
export function simulatePayments(
  db: Database,
  now: () => number,
  { publicUrl, here }: { publicUrl: string; here: string },
): { gateway: PaymentGateway; routes: Hono } {
  const secret = () => randomBytes(16).toString('hex');
  const shared = { merchantId: 'SIMULATED', apiKey: secret(), responseKey: secret() };
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

function storeIn({ orm }: Database): SimulatedStore {
  return {
    async get(reference) {
      const found = await findSimulatedOrder(orm, reference);
      return found === undefined ? undefined : simulatedOrderSchema.parse(found);
    },
    put: (order) => putSimulatedOrder(orm, order),
  };
}
