/** The HDFC adapter against the simulated gateway, over real HTTP. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createHdfcGateway } from '#api/gateways/payment/hdfc.ts';
import { newReference } from '#api/gateways/payment/port.ts';
import { createSimulatedGateway } from '#api/gateways/payment/simulated/app.ts';
import { createMemoryStore } from '#api/gateways/payment/simulated/store.ts';
import {
  hdfcConfig,
  NOON,
  press,
  returnOf,
  sessionRequest,
  startGateway,
} from './gateway-servers.ts';

async function openOrder(now?: () => Date) {
  const { gateway, baseUrl } = await startGateway(now === undefined ? {} : { now });
  const order = sessionRequest();
  const { paymentUrl, expiresAt } = await gateway.createSession(order);
  return { gateway, baseUrl, order, paymentUrl, expiresAt };
}

describe('a payment', () => {
  test('goes from session to payment page to Pay to a signed return, and is charged in full', async () => {
    const { gateway, order, paymentUrl, expiresAt } = await openOrder();
    expect(expiresAt).toEqual(new Date('2026-11-28T06:30:00.000Z'));
    expect(await gateway.orderStatus(order)).toMatchObject({ state: 'pending', rawStatus: 'NEW' });

    const back = returnOf(await press(paymentUrl, 'pay'));

    expect(gateway.verifyReturn(back)).toEqual({
      reference: order.reference,
      status: 'CHARGED',
      valid: true,
    });
    expect(await gateway.orderStatus(order)).toEqual({
      state: 'charged',
      reference: order.reference,
      amountPaise: 123_456_50,
      effectiveAmountPaise: 123_456_50,
      refundedPaise: 0,
      currency: 'INR',
      merchantId: 'nipuna',
      gatewayTxnId: `nipuna-${order.reference}-1`,
      bankReference: expect.stringMatching(/^\d{12}$/),
      rawStatus: 'CHARGED',
      reason: null,
      refunds: [],
    });
  });

  test.each([
    ['decline', 'AUTHORIZATION_FAILED', 'The bank declined the payment.'],
    ['cancel', 'AUTHENTICATION_FAILED', 'The payment was cancelled.'],
  ])(
    'that ends in %s has failed, with the reason, and can be tried again',
    async (act, rawStatus, reason) => {
      const { gateway, order, paymentUrl } = await openOrder();

      const back = returnOf(await press(paymentUrl, act));

      expect(gateway.verifyReturn(back)).toMatchObject({ status: rawStatus, valid: true });
      expect(await gateway.orderStatus(order)).toMatchObject({
        state: 'failed',
        rawStatus,
        reason,
      });
      expect(await (await fetch(paymentUrl)).text()).toContain(reason);
      returnOf(await press(paymentUrl, 'pay'));
      expect(await gateway.orderStatus(order)).toMatchObject({
        state: 'charged',
        reason: null,
        gatewayTxnId: `nipuna-${order.reference}-2`,
      });
    },
  );

  test.each([
    ['pending', 'AUTHORIZING', 'pending'],
    ['late-success', 'AUTHORIZATION_FAILED', 'failed'],
  ])(
    'with trouble "%s" reports it in as many answers as asked for, then is charged',
    async (trouble, rawStatus, state) => {
      const { gateway, order, paymentUrl } = await openOrder();

      const back = returnOf(await press(paymentUrl, 'pay', { trouble, answers: '2' }));

      expect(gateway.verifyReturn(back)).toMatchObject({ status: rawStatus, valid: true });
      expect((await gateway.orderStatus(order)).state).toBe(state);
      expect((await gateway.orderStatus(order)).state).toBe(state);
      expect((await gateway.orderStatus(order)).state).toBe('charged');
      expect((await gateway.orderStatus(order)).state).toBe('charged');
    },
  );

  test('whose return is lost is still charged', async () => {
    const { gateway, order, paymentUrl } = await openOrder();
    const page = await press(paymentUrl, 'pay', { trouble: 'lost-return' });
    expect(page.status).toBe(200);
    expect(page.headers.get('location')).toBeNull();
    expect((await gateway.orderStatus(order)).state).toBe('charged');
  });

  test('of a wrong amount reports the amount that was charged', async () => {
    const { gateway, order, paymentUrl } = await openOrder();
    await press(paymentUrl, 'pay', { trouble: 'wrong-amount' });
    expect(await gateway.orderStatus(order)).toMatchObject({
      state: 'charged',
      amountPaise: 123_455_50,
      effectiveAmountPaise: 123_455_50,
    });
  });

  test('that collected less than the order’s amount reports both amounts', async () => {
    const { gateway, order, paymentUrl } = await openOrder();
    await press(paymentUrl, 'pay', { trouble: 'short-payment' });
    expect(await gateway.orderStatus(order)).toMatchObject({
      state: 'charged',
      amountPaise: 123_456_50,
      effectiveAmountPaise: 123_455_50,
    });
  });

  test('with a forged return is recognised as unsigned', async () => {
    const { gateway, order, paymentUrl } = await openOrder();
    const back = returnOf(await press(paymentUrl, 'pay', { trouble: 'forged-return' }));
    expect(gateway.verifyReturn(back)).toEqual({
      reference: order.reference,
      status: 'CHARGED',
      valid: false,
    });
  });

  test('pressed twice is one payment', async () => {
    const { gateway, order, paymentUrl } = await openOrder();
    await press(paymentUrl, 'pay');
    returnOf(await press(paymentUrl, 'pay'));
    expect((await gateway.orderStatus(order)).gatewayTxnId).toBe(`nipuna-${order.reference}-1`);
  });
});

describe('a refund', () => {
  test('of the whole amount is accepted, then the order is refunded; the same request id is the same refund', async () => {
    const { gateway, order, paymentUrl } = await openOrder();
    await press(paymentUrl, 'pay');
    const request = { ...order, amountPaise: undefined, requestId: newReference() };
    const asked = { requestId: request.requestId, state: 'pending', amountPaise: 123_456_50 };

    expect(await gateway.refund(request)).toMatchObject(asked);
    expect(await gateway.refund(request)).toMatchObject(asked);

    const done = { ...asked, state: 'succeeded', rawStatus: 'SUCCESS' };
    expect(await gateway.orderStatus(order)).toMatchObject({
      state: 'refunded',
      rawStatus: 'CHARGED',
      refundedPaise: 123_456_50,
      refunds: [done],
    });
  });

  test('of a part leaves the order charged', async () => {
    const { gateway, order, paymentUrl } = await openOrder();
    await press(paymentUrl, 'pay');
    await gateway.refund({ ...order, requestId: newReference(), amountPaise: 50_05 });
    expect(await gateway.orderStatus(order)).toMatchObject({
      state: 'charged',
      refundedPaise: 50_05,
    });
  });

  test('of more than is left, or of what was never paid, is refused', async () => {
    const { gateway, order, paymentUrl } = await openOrder();
    const refuse = { kind: 'refused', httpStatus: 400, code: 'invalid_request_error' };
    const refundOf = (amountPaise: number) =>
      gateway.refund({ ...order, requestId: newReference(), amountPaise });
    await expect(refundOf(1_00)).rejects.toMatchObject(refuse);
    await press(paymentUrl, 'pay');
    await refundOf(123_456_00);
    await expect(refundOf(51)).rejects.toMatchObject(refuse);
  });
});

describe('the gateway', () => {
  test('gives the same page for the same order, and refuses it with another amount', async () => {
    const { gateway, order, paymentUrl } = await openOrder();
    expect((await gateway.createSession(order)).paymentUrl).toBe(paymentUrl);
    await expect(gateway.createSession({ ...order, amountPaise: 1_00 })).rejects.toMatchObject({
      kind: 'refused',
    });
  });

  test('says not-found for an order it never saw', async () => {
    const { gateway } = await startGateway();
    const reference = newReference();
    expect(await gateway.orderStatus({ reference, customerId: 'K7M2QXR' })).toMatchObject({
      state: 'not-found',
      reference,
      amountPaise: null,
    });
  });

  test('refuses another key, another merchant and another customer', async () => {
    const { gateway, baseUrl, order } = await openOrder();
    for (const wrong of [{ apiKey: 'guessed' }, { merchantId: 'other' }]) {
      const stranger = createHdfcGateway({ ...hdfcConfig, baseUrl, ...wrong });
      await expect(stranger.orderStatus(order)).rejects.toMatchObject({
        kind: 'refused',
        httpStatus: 401,
        code: 'access_denied',
      });
    }
    await expect(gateway.orderStatus({ ...order, customerId: 'OTHER' })).rejects.toMatchObject({
      kind: 'refused',
    });
  });

  test('can be reached inside one process, without a network', async () => {
    const { merchantId, apiKey, responseKey } = hdfcConfig;
    const store = createMemoryStore();
    const options = { merchantId, apiKey, responseKey, now: () => NOON, store };
    const simulated = createSimulatedGateway(options);
    const baseUrl = 'https://gateway.invalid';
    const gateway = createHdfcGateway({ ...hdfcConfig, baseUrl }, { fetch: simulated.request });
    const order = sessionRequest();
    const { paymentUrl } = await gateway.createSession(order);
    await simulated.request(paymentUrl, {
      method: 'POST',
      body: new URLSearchParams({ act: 'pay' }),
    });
    expect((await gateway.orderStatus(order)).state).toBe('charged');
  });

  test('takes an API key that includes its final colon', async () => {
    const { baseUrl, order } = await openOrder();
    const gateway = createHdfcGateway({ ...hdfcConfig, baseUrl, apiKey: `${hdfcConfig.apiKey}:` });
    expect((await gateway.orderStatus(order)).state).toBe('pending');
  });
});

describe('the payment page', () => {
  test('says that it is simulated, shows the amount in Indian style, and escapes its texts', async () => {
    const { order, paymentUrl } = await openOrder();
    const response = await fetch(paymentUrl);
    const page = await response.text();
    expect(page).toContain('This is a simulation. No money moves');
    expect(page).toContain('₹1,23,456.50');
    expect(page).toContain(order.reference);
    expect(page).toContain('Exam fee &lt;b&gt;&quot;Bank PO&quot;&lt;/b&gt; &amp; more');
    expect(page).not.toContain('<script');
    const buttons = [...page.matchAll(/<button[^>]*>([^<]*)<\/button>/g)].map((found) => found[1]);
    expect(buttons).toEqual(['Pay', 'Decline', 'Cancel']);
    const [, style = ''] = /<style>([^<]*)<\/style>/.exec(page) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(response.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
    );
  });

  test('offers a signed link back once the order is paid', async () => {
    const { gateway, paymentUrl } = await openOrder();
    await press(paymentUrl, 'pay');
    const page = await (await fetch(paymentUrl)).text();
    const href = /<a class="button main" href="([^"]+)">Continue<\/a>/.exec(page)?.[1] ?? '';
    const back = new URL(href.replaceAll('&amp;', '&')).searchParams;
    expect(gateway.verifyReturn(Object.fromEntries(back)).valid).toBe(true);
  });

  test('is not found under a guessed address, and neither shown nor payable after its expiry', async () => {
    let now = NOON;
    const { gateway, order, paymentUrl } = await openOrder(() => now);
    expect((await fetch(paymentUrl.slice(0, -1))).status).toBe(404);
    now = new Date('2026-11-28T06:30:00.000Z');
    expect((await fetch(paymentUrl)).status).toBe(404);
    expect((await press(paymentUrl, 'pay')).status).toBe(404);
    expect((await gateway.orderStatus(order)).state).toBe('pending');
  });
});
