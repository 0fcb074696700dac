/** Webhooks: who may send them, what they say, and how the simulated gateway delivers them. */
import { describe, expect, test } from 'vitest';
import { createHdfcGateway } from '#api/gateways/payment/hdfc.ts';
import { newReference } from '#api/gateways/payment/port.ts';
import { sendWebhooks } from '#api/gateways/payment/simulated/wire.ts';
import { hdfcConfig, listen, press, sessionRequest, startGateway } from './gateway-servers.ts';

const gateway = createHdfcGateway(hdfcConfig);
const credentials = { user: 'nipunahooks', password: 'webhook-password' };
const AUTHORIZED = new Headers({ authorization: `Basic ${btoa('nipunahooks:webhook-password')}` });

/** A merchant's webhook address; `taken(n)` waits for the first n deliveries. */
async function receiver(statusOf: (delivery: number) => number = () => 200) {
  const deliveries: { headers: Headers; body: string }[] = [];
  let onDelivery = () => {};
  const origin = await listen(async (request) => {
    deliveries.push({ headers: request.headers, body: await request.text() });
    onDelivery();
    return new Response(null, { status: statusOf(deliveries.length) });
  });
  const taken = (count: number) =>
    new Promise<typeof deliveries>((resolve) => {
      onDelivery = () => deliveries.length >= count && resolve(deliveries);
      onDelivery();
    });
  return { target: { url: `${origin}/webhook`, ...credentials }, deliveries, taken };
}

async function payment(trouble: string) {
  const { target, deliveries, taken } = await receiver();
  const { gateway: paying } = await startGateway({ webhook: target });
  const order = sessionRequest();
  const { paymentUrl } = await paying.createSession(order);
  const read = (delivery: { headers: Headers; body: string }) =>
    gateway.verifyWebhook(delivery.headers, delivery.body);
  return {
    paying,
    order,
    press: (act = 'pay') => press(paymentUrl, act, { trouble }),
    deliveries,
    taken,
    read,
  };
}

describe('a webhook', () => {
  test('of a payment is authentic, and names the event and the order', async () => {
    const { order, press, taken, read } = await payment('none');
    await press();
    const events = (await taken(2)).map(read);
    expect(events).toEqual(
      ['TXN_CHARGED', 'ORDER_SUCCEEDED'].map((eventName) => ({
        authentic: true,
        eventId: expect.stringMatching(/^evt_V2_/),
        eventName,
        reference: order.reference,
      })),
    );
  });

  test('of a declined payment names the failure', async () => {
    const { press, taken, read } = await payment('none');
    await press('decline');
    expect((await taken(1)).map(read)).toMatchObject([{ eventName: 'ORDER_FAILED' }]);
  });

  test('of a late success comes when the order is charged, and of a refund when it is done', async () => {
    const { paying, order, press, taken, read } = await payment('late-success');
    await press();
    for (let answer = 0; answer < 4; answer += 1) await paying.orderStatus(order);
    await paying.refund({ ...order, amountPaise: undefined, requestId: newReference() });
    await taken(3);
    await paying.orderStatus(order);
    expect((await taken(4)).map(read)).toMatchObject(
      ['ORDER_FAILED', 'TXN_CHARGED', 'ORDER_SUCCEEDED', 'ORDER_REFUNDED'].map((eventName) => ({
        eventName,
      })),
    );
  });

  test('can come three times and in the wrong order; the copies of one event share its id', async () => {
    const { press, taken, read } = await payment('duplicate-webhook');
    await press();
    const events = (await taken(6)).map(read);
    expect(events).toMatchObject(
      [1, 2, 3].flatMap(() => [{ eventName: 'ORDER_SUCCEEDED' }, { eventName: 'TXN_CHARGED' }]),
    );
    expect(new Set(events.map((event) => event.authentic && event.eventId)).size).toBe(2);
  });

  test('can be lost, while those of other orders arrive', async () => {
    const { paying, order, press: pay, taken, read } = await payment('lost-webhook');
    await pay();
    expect((await paying.orderStatus(order)).state).toBe('charged');
    const other = sessionRequest();
    await press((await paying.createSession(other)).paymentUrl, 'decline');
    expect((await taken(1)).map(read)).toMatchObject([{ reference: other.reference }]);
  });

  test('is sent again until it is accepted, and given up in the end', async () => {
    const event = { id: 'evt_V2_1', event_name: 'ORDER_SUCCEEDED', date_created: '', content: {} };
    const busy = await receiver((delivery) => (delivery < 3 ? 503 : 200));
    await sendWebhooks(busy.target, [event], [0, 0, 0]);
    expect(busy.deliveries).toHaveLength(3);
    const deaf = await receiver(() => 500);
    await sendWebhooks(deaf.target, [event], [0, 0]);
    expect(deaf.deliveries).toHaveLength(3);
  });
});

describe('a webhook from anyone', () => {
  const body =
    '{"id":"evt_1","event_name":"ORDER_SUCCEEDED","content":{"order":{"order_id":"EX1"}}}';

  test.each([
    ['no credentials', undefined],
    ['another password', `Basic ${btoa('nipunahooks:guess')}`],
    ['another user', `Basic ${btoa('other:webhook-password')}`],
    ['another scheme', `Bearer ${btoa('nipunahooks:webhook-password')}`],
  ])('with %s is not authentic', (_, authorization) => {
    const headers = new Headers(authorization === undefined ? {} : { authorization });
    expect(gateway.verifyWebhook(headers, body)).toEqual({ authentic: false });
  });

  test('is never authentic while webhooks are not set up', () => {
    const closed = createHdfcGateway({ ...hdfcConfig, webhook: null });
    const empty = new Headers({ authorization: `Basic ${btoa(':')}` });
    expect(closed.verifyWebhook(empty, body)).toEqual({ authentic: false });
    expect(closed.verifyWebhook(AUTHORIZED, body)).toEqual({ authentic: false });
  });

  test.each([
    [body, 'EX1'],
    ['{"event_name":"TXN_CHARGED","content":{"txn":{"order_id":"EX2"}}}', 'EX2'],
    ['{"content":{}}', null],
    ['{"content":{"order":{"order_id":7}}}', null],
    ['not json', null],
  ])('from the gateway is believed: %s is about %j', (text, reference) => {
    expect(gateway.verifyWebhook(AUTHORIZED, text)).toMatchObject({ authentic: true, reference });
  });
});
