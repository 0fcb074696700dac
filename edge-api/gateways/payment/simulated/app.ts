/**
 * A small payment gateway that speaks HDFC SmartGateway's protocol over HTTP, so that the real adapter is used with it:
 * session, hosted page, signed return, order status, refund, webhook. No money moves.
 * It is strict where the bank is (headers, ids, amounts), and can be told to misbehave.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { Hono } from 'hono';
import * as z from 'zod';
import { sameSecret } from '#api/gateways/payment/hdfc-config.ts';
import {
  addMerchantRoutes,
  type KeepOrder,
  type SimulatedGatewayOptions,
} from './merchant-routes.ts';
import { lostReturnPage, missingPage, outcomePage, PAGE_SECURITY_POLICY, payPage } from './page.ts';
import {
  canBePaid,
  cancel,
  decline,
  eventsOf,
  pay,
  type SimulatedOrder,
  troubleSchema,
} from './store.ts';
import { orderAnswer, returnAddress, sendWebhooks } from './wire.ts';

/** Mount it anywhere with `app.route(path, …)`. Its payment page sets its own content security policy. */
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

const choiceSchema = z.object({
  act: z.enum(['pay', 'decline', 'cancel']),
  trouble: troubleSchema.default('none'),
  answers: z.coerce.number().int().min(1).max(99).default(3),
});

/** The simulated gateway's hosted page, and the request that its three buttons send. */
function addPageRoutes(app: Hono, options: SimulatedGatewayOptions, keep: KeepOrder) {
  const { merchantId, responseKey, now, store } = options;

  /**
   * @param id `reference-pageKey`, from the page's address
   * @returns undefined when the order is unknown, the key is wrong, or the time to pay is over
   */
  async function findByPage(id: string): Promise<SimulatedOrder | undefined> {
    const [reference = '', key = ''] = id.split('-');
    const order = await store.get(reference);
    if (order === undefined || !sameSecret(order.pageKey, key)) return undefined;
    return canBePaid(order) && now() >= new Date(order.expiresAt) ? undefined : order;
  }

  app.use('/pay/*', async (c, next) => {
    c.header('content-security-policy', PAGE_SECURITY_POLICY);
    c.header('cache-control', 'no-store');
    c.header('referrer-policy', 'no-referrer');
    await next();
  });

  app.get('/pay/:id', async (c) => {
    const order = await findByPage(c.req.param('id'));
    if (order === undefined) return c.html(missingPage(), 404);
    if (canBePaid(order)) return c.html(payPage(order, merchantId));
    return c.html(outcomePage(order, merchantId, returnAddress(order, responseKey)));
  });

  app.post('/pay/:id', async (c) => {
    const order = await findByPage(c.req.param('id'));
    const choice = choiceSchema.safeParse(await c.req.parseBody());
    if (order === undefined || !choice.success) return c.html(missingPage(), 404);
    const after = canBePaid(order) ? choose(order, choice.data) : order;
    await keep(order, after);
    if (after.trouble === 'lost-return') return c.html(lostReturnPage(after, merchantId));
    return c.redirect(returnAddress(after, responseKey), 303);
  });
}

function choose(order: SimulatedOrder, choice: z.infer<typeof choiceSchema>): SimulatedOrder {
  if (choice.act === 'decline') return decline(order);
  if (choice.act === 'cancel') return cancel(order);
  return pay(order, {
    trouble: choice.trouble,
    answersUntilCharged: choice.answers,
    bankReference: String(randomInt(1_000_000_000_000)).padStart(12, '0'),
  });
}
