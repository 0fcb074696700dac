/** The API and the simulated gateway with a real network between them, and what a browser does on the way. */

import { asc, eq } from 'drizzle-orm';
import { Hono } from 'hono';
import { createHdfcGateway } from '#api/gateways/payment/hdfc.ts';
import type { PaymentGateway } from '#api/gateways/payment/port.ts';
import { createSimulatedGateway } from '#api/gateways/payment/simulated/app.ts';
import { createMemoryStore } from '#api/gateways/payment/simulated/store.ts';
import { reconcileDue } from '#api/services/payments/reconcile-open.ts';
import { paymentStartedSchema } from '#contract/site/payments.ts';
import { orders } from '#db/schema/money.ts';
import { enrolments } from '#db/schema/people.ts';
import { type Options, startApi, type TestApi } from '#tests/support/api.ts';
import type { TestCandidate } from '#tests/support/people.ts';
import { hdfcConfig, press, serveOnLoopback } from './gateway-servers.ts';

const webhookUser = hdfcConfig.webhook ?? { user: '', password: '' };

export type Paying = TestApi & {
  /** The adapter to the simulated gateway. A test may replace one of its calls for a while. */
  gateway: PaymentGateway;
  /** Whether the gateway's own webhooks reach the API. Unless a test wants them, they are lost. */
  webhooks: { arrive: boolean };
  /** A new candidate, and the exam that they are about to pay for. */
  enrolled(): Promise<{ examId: string; asha: TestCandidate }>;
  /** Presses Pay Now; the answer must be a payment page. */
  pay(who: TestCandidate, examId: string): Promise<{ payment_url: string; order_id: string }>;
  /** Presses a button on the bank's page. @returns the path and query the browser comes back with, or null */
  atBank(page: string, act: string, trouble?: Record<string, string>): Promise<string | null>;
  /** Pays with that button and comes back. @returns where the browser is sent next, or null */
  payAndReturn(
    who: TestCandidate,
    examId: string,
    act?: string,
    trouble?: Record<string, string>,
  ): Promise<string | null>;
  orderOf(orderId: string): Promise<typeof orders.$inferSelect | undefined>;
  enrolmentsOf(uid: string): Promise<(typeof enrolments.$inferSelect)[]>;
  /** The acts on an order in the audit log, oldest first. */
  historyOf(orderId: string): Promise<string[]>;
  /** Asks the gateway about every order that is due. */
  runTimer(): Promise<void>;
  webhook(reference: string, password?: string): Promise<{ status: number }>;
};

/** One API for a whole test file; each test makes its own exam and candidate. `close` it at the end. */
export async function startPaying(
  options: Pick<Options, 'databaseUrl' | 'canSend'> = {},
): Promise<Paying> {
  const late: { api?: TestApi } = {};
  const webhooks = { arrive: false };
  const own = await serveOnLoopback((request) =>
    late.api && webhooks.arrive ? late.api.app.fetch(request) : new Response('{}'),
  );
  const simulated = createSimulatedGateway({
    merchantId: hdfcConfig.merchantId,
    apiKey: hdfcConfig.apiKey,
    responseKey: hdfcConfig.responseKey,
    webhook: { ...webhookUser, url: `${own.origin}/api/v1/payment/webhook` },
    now: () => new Date(late.api?.clock.now ?? 0),
    store: createMemoryStore(),
  });
  const bank = await serveOnLoopback(new Hono().route('/simulated-gateway', simulated).fetch);
  const gateway = createHdfcGateway({ ...hdfcConfig, baseUrl: `${bank.origin}/simulated-gateway` });
  const api = await startApi({ ...options, payments: () => gateway });
  late.api = api;
  const { orm } = api.deps.db;

  const pay: Paying['pay'] = async (who, examId) => {
    const answer = await api.request('payment/hdfc', {
      token: who.token,
      json: { exam_id: examId, customer_id: who.uid },
    });
    if (answer.status !== 200) throw new Error(`No payment page: ${JSON.stringify(answer)}`);
    return paymentStartedSchema.parse(answer.body);
  };
  const atBank: Paying['atBank'] = async (page, act, trouble) => {
    const location = (await press(page, act, trouble)).headers.get('location');
    if (location === null) return null;
    const { pathname, search } = new URL(location);
    return pathname + search;
  };
  return {
    ...api,
    close: async () => {
      bank.close();
      own.close();
      await api.close();
    },
    gateway,
    webhooks,
    async enrolled() {
      const examId = await api.makeExam();
      return { examId, asha: await api.makeCandidate({ examId }) };
    },
    pay,
    atBank,
    async payAndReturn(who, examId, act = 'pay', trouble = {}) {
      const { payment_url } = await pay(who, examId);
      const back = await atBank(payment_url, act, trouble);
      return back === null ? null : (await api.fetch(back)).headers.get('location');
    },
    orderOf: async (orderId) =>
      (await orm.select().from(orders).where(eq(orders.orderId, orderId)))[0],
    enrolmentsOf: (uid) =>
      orm
        .select()
        .from(enrolments)
        .where(eq(enrolments.uid, uid))
        .orderBy(asc(enrolments.createdAt), asc(enrolments.id)),
    historyOf: async (orderId) => (await api.actsOn(orderId)).map(({ action }) => action),
    async runTimer() {
      while ((await reconcileDue(api.deps)) > 0);
    },
    webhook: (reference, password = webhookUser.password) =>
      api.request('payment/webhook', {
        json: {
          id: 'evt_1',
          event_name: 'ORDER_SUCCEEDED',
          content: { order: { order_id: reference, status: 'CHARGED', amount: 1 } },
        },
        headers: { authorization: `Basic ${btoa(`${webhookUser.user}:${password}`)}` },
      }),
  };
}
