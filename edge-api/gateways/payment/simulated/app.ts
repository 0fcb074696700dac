/**
 * A small payment gateway that speaks HDFC SmartGateway's protocol over HTTP, so that the real adapter is
 * exercised for real: session, hosted page, signed return, order status, refund, webhook. No money moves.
 * It is strict where the bank is (headers, ids, amounts), and can be asked to misbehave.
 */
import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import { addMerchantRoutes } from './merchant-routes.ts';
import type { KeepOrder, SimulatedGatewayOptions } from './options.ts';
import { eventsOf } from './orders.ts';
import { addPageRoutes } from './page-routes.ts';
import { sendWebhooks } from './send-webhooks.ts';
import { orderAnswer } from './wire.ts';

/** Mount it anywhere with `app.route(path, …)`. Its payment page brings its own content security policy. */
export function createSimulatedGateway(options: SimulatedGatewayOptions): Hono {
  const app = new Hono();

  const keep: KeepOrder = async (before, after) => {
    if (after === before) return;
    await options.store.put(after);
    const names = after.trouble === 'lost-webhook' ? [] : eventsOf(before, after);
    if (options.webhook === undefined || names.length === 0) return;
    const events = names.map((event_name) => ({
      id: `evt_V2_${randomBytes(12).toString('hex')}`,
      event_name,
      date_created: options.now().toISOString(),
      content: { order: orderAnswer(after, options.merchantId) },
    }));
    const backwards = events.toReversed();
    const thrice = [...backwards, ...backwards, ...backwards];
    void sendWebhooks(options.webhook, after.trouble === 'duplicate-webhook' ? thrice : events);
  };

  addMerchantRoutes(app, options, keep);
  addPageRoutes(app, options, keep);
  return app;
}
