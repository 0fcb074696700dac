/** What the HDFC adapter sends, and how it reads answers that the simulated gateway never gives. */
import { describe, expect, test } from 'vitest';
import { createHdfcGateway } from '#api/gateways/payment/hdfc.ts';
import { hdfcConfigSchema } from '#api/gateways/payment/hdfc-config.ts';
import {
  closedOrigin,
  hdfcConfig,
  listen,
  listenInSilence,
  listenWith,
  sessionRequest,
} from './gateway-servers.ts';

const order = { reference: 'EX7K2M9QPTRW4B6Z', customerId: 'K7M2QXR' };
const gatewayAt = (baseUrl: string, timeoutMs = 5_000) =>
  createHdfcGateway({ ...hdfcConfig, baseUrl }, { timeoutMs });
const answering = async (status: number, body: unknown) => {
  const { origin } = await listenWith(status, JSON.stringify(body));
  return gatewayAt(origin);
};

/** HDFC's sample order status, cut to the fields that matter here. */
const charged = {
  order_id: order.reference,
  merchant_id: 'nipuna',
  status: 'CHARGED',
  status_id: 21,
  amount: 499.5,
  effective_amount: 499.5,
  currency: 'INR',
  txn_id: `nipuna-${order.reference}-1`,
  refunded: false,
  amount_refunded: 0,
  resp_message: null,
  payment_gateway_response: { rrn: '868709664362', resp_message: '' },
};

describe('a request', () => {
  test('for a session carries the headers and fields of the protocol, with the amount in rupees', async () => {
    const answer = {
      order_id: order.reference,
      payment_links: { web: 'http://127.0.0.1/pay', expiry: '2026-11-28T06:30:00Z' },
    };
    const { origin, requests } = await listenWith(200, JSON.stringify(answer));
    await gatewayAt(origin).createSession({ ...sessionRequest(), ...order });

    const [request] = requests;
    expect(request).toMatchObject({ url: `${origin}/session`, method: 'POST' });
    expect(Object.fromEntries(request?.headers ?? [])).toMatchObject({
      authorization: `Basic ${btoa('sandbox-api-key:')}`,
      'content-type': 'application/json',
      version: '2024-06-24',
      'x-merchantid': 'nipuna',
      'x-customerid': 'K7M2QXR',
      'x-routing-id': 'K7M2QXR',
    });
    expect(JSON.parse(request?.body ?? '')).toEqual({
      order_id: order.reference,
      amount: '123456.50',
      currency: 'INR',
      action: 'paymentPage',
      payment_page_client_id: 'hdfcmaster',
      customer_id: 'K7M2QXR',
      customer_email: 'asha@example.in',
      customer_phone: '9876543210',
      first_name: 'Asha',
      last_name: 'Rao',
      return_url: 'http://127.0.0.1:9/api/v1/payment/paymentresponse',
      description: 'Exam fee <b>"Bank PO"</b> & more',
      udf1: 'exam42',
    });
  });

  test('for a refund is a form with our own request id', async () => {
    const refunds = [{ unique_request_id: 'RF1', status: 'Manual Review', amount: '0.05' }];
    const { origin, requests } = await listenWith(200, JSON.stringify({ ...charged, refunds }));
    expect(await gatewayAt(origin).refund({ ...order, requestId: 'RF1', amountPaise: 5 })).toEqual({
      requestId: 'RF1',
      state: 'review',
      amountPaise: 5,
      rawStatus: 'Manual Review',
    });
    expect(requests[0]).toMatchObject({
      url: `${origin}/orders/${order.reference}/refunds`,
      body: 'unique_request_id=RF1&amount=0.05',
    });
    expect(requests[0]?.headers.get('content-type')).toBe('application/x-www-form-urlencoded');
  });

  test('is never sent with a reference or an amount that the gateway can’t take', async () => {
    const { origin, requests } = await listenWith(200, '{}');
    const gateway = gatewayAt(origin);
    for (const reference of ['', '12345', 'A'.repeat(21), '../session', 'EXAM-1']) {
      await expect(gateway.orderStatus({ ...order, reference })).rejects.toThrow(RangeError);
    }
    for (const amountPaise of [0, -1, 0.5, Number.NaN]) {
      await expect(gateway.createSession({ ...sessionRequest(), amountPaise })).rejects.toThrow(
        RangeError,
      );
    }
    expect(requests).toEqual([]);
  });
});

describe('an order status', () => {
  test.each([
    ['NEW', 10, 'pending'],
    ['STARTED', 20, 'pending'],
    ['CHARGED', 21, 'charged'],
    ['JUSPAY_DECLINED', 22, 'failed'],
    ['PENDING_VBV', 23, 'pending'],
    ['VBV_SUCCESSFUL', 24, 'pending'],
    ['AUTHENTICATION_FAILED', 26, 'failed'],
    ['AUTHORIZATION_FAILED', 27, 'failed'],
    ['AUTHORIZING', 28, 'pending'],
    ['AUTO_REFUNDED', 36, 'refunded'],
    ['NOT_FOUND', 40, 'not-found'],
    ['A_STATUS_OF_TOMORROW', 99, 'pending'],
    ['CHARGED', null, 'charged'],
    ['toString', null, 'pending'],
    ['CHARGED', 27, 'pending'],
    ['AUTHORIZATION_FAILED', 21, 'pending'],
  ])('%s (%j) is %s', async (status, status_id, state) => {
    const gateway = await answering(200, { ...charged, status, status_id });
    expect(await gateway.orderStatus(order)).toMatchObject({ state, rawStatus: status });
  });

  test.each([
    [499.5, 499_50],
    ['499.50', 499_50],
    ['499.5000', 499_50],
    [1.15, 115],
    [0.07, 7],
    [8_000_001.1, 800_000_110],
    ['499.505', null],
    [1e-7, null],
    [-499, null],
    ['', null],
    ['4e2', null],
    [null, null],
  ])('reads the amount %j as %j paise', async (amount, paise) => {
    const gateway = await answering(200, { ...charged, amount, effective_amount: amount });
    expect(await gateway.orderStatus(order)).toMatchObject({
      amountPaise: paise,
      effectiveAmountPaise: paise,
    });
  });

  test('reports the currency, merchant and order of the answer, not those asked for', async () => {
    const other = { currency: 'USD', merchant_id: 'someoneelse', order_id: 'OTHERORDER' };
    const gateway = await answering(200, { ...charged, ...other });
    expect(await gateway.orderStatus(order)).toMatchObject({
      currency: 'USD',
      merchantId: 'someoneelse',
      reference: 'OTHERORDER',
    });
  });

  test.each([
    { status: 'NOT_FOUND', status_id: 40 },
    { status: 'error', error_code: 'RESOURCE_NOT_FOUND' },
  ])('under HTTP 404 with %j is not-found; any other 404 is a refusal', async (body) => {
    const gateway = await answering(404, body);
    expect(await gateway.orderStatus(order)).toMatchObject({ state: 'not-found' });
    const misplaced = await answering(404, { message: 'no such route' });
    await expect(misplaced.orderStatus(order)).rejects.toMatchObject({ kind: 'refused' });
  });
});

describe('a failure', () => {
  test('is a timeout when no answer comes in time', async () => {
    const gateway = gatewayAt(await listenInSilence(), 30);
    await expect(gateway.createSession(sessionRequest())).rejects.toMatchObject({
      name: 'GatewayError',
      kind: 'timeout',
    });
  });

  test('is a timeout when the answer begins and never ends', async () => {
    const endless = new ReadableStream({ start: (stream) => stream.enqueue(Buffer.from('{"ord')) });
    const gateway = gatewayAt(await listen(() => new Response(endless)), 200);
    await expect(gateway.orderStatus(order)).rejects.toMatchObject({ kind: 'timeout' });
  });

  test('is unreadable when the answer redirects, and the redirect is not followed', async () => {
    const elsewhere = await listenWith(200, JSON.stringify(charged));
    const origin = await listen(() => Response.redirect(`${elsewhere.origin}/orders`, 307));
    await expect(gatewayAt(origin).orderStatus(order)).rejects.toMatchObject({
      kind: 'unreadable',
      httpStatus: 307,
    });
    expect(elsewhere.requests).toEqual([]);
  });

  test('is a timeout when nobody listens there', async () => {
    await expect(gatewayAt(await closedOrigin()).orderStatus(order)).rejects.toMatchObject({
      kind: 'timeout',
      code: 'ECONNREFUSED',
    });
  });

  test.each([
    [200, '<html>maintenance</html>'],
    [200, ''],
    [200, '[]'],
    [200, '{"order_id":7,"status":"CHARGED"}'],
    [502, '{"status":"CHARGED"}'],
    [302, '{}'],
  ])('is unreadable for %i %s', async (status, body) => {
    const { origin } = await listenWith(status, body);
    await expect(gatewayAt(origin).orderStatus(order)).rejects.toMatchObject({
      kind: 'unreadable',
      httpStatus: status,
    });
  });

  test.each([
    ['javascript:alert(1)', order.reference],
    ['not an address', order.reference],
    ['http://127.0.0.1/pay', 'OTHERORDER'],
  ])('is unreadable for a session with payment page %s of order %s', async (web, order_id) => {
    const gateway = await answering(200, { order_id, payment_links: { web } });
    await expect(gateway.createSession({ ...sessionRequest(), ...order })).rejects.toMatchObject({
      kind: 'unreadable',
    });
  });

  test('repeats neither what was sent nor free text from the answer', async () => {
    const error_message = 'asha@example.in is not allowed with sandbox-api-key';
    for (const error_code of ['invalid_request_error', error_message]) {
      const gateway = await answering(400, { status: 'Bad Request', error_code, error_message });
      const error: unknown = await gateway
        .createSession(sessionRequest())
        .catch((thrown: unknown) => thrown);
      if (!(error instanceof Error)) throw new Error('The call did not fail.');
      const said = `${error.message} ${JSON.stringify(error)} ${error.cause}`;
      expect(said).toMatch(/refused/);
      expect(said).not.toMatch(/asha|9876543210|sandbox-api-key|response-key/);
    }
  });
});

describe('the configuration', () => {
  const env = {
    HDFC_BASE_URL: 'https://smartgateway.hdfcuat.bank.in/',
    HDFC_MERCHANT_ID: 'nipuna',
    HDFC_API_KEY: 'key',
    HDFC_RESPONSE_KEY: 'response',
    HDFC_PAYMENT_PAGE_CLIENT_ID: 'hdfcmaster',
  };

  test('is read from the environment; webhooks are on only when both credentials are set', () => {
    const config = hdfcConfigSchema.parse({ ...env, HDFC_WEBHOOK_USER: '' });
    expect(config).toMatchObject({
      baseUrl: 'https://smartgateway.hdfcuat.bank.in',
      webhook: null,
    });
    const both = { HDFC_WEBHOOK_USER: 'hooks', HDFC_WEBHOOK_PASSWORD: 'secret' };
    expect(hdfcConfigSchema.parse({ ...env, ...both }).webhook).toEqual({
      user: 'hooks',
      password: 'secret',
    });
  });

  test.each([
    ['HDFC_BASE_URL', 'http://smartgateway.hdfc.bank.in'],
    ['HDFC_BASE_URL', 'smartgateway'],
    ['HDFC_API_KEY', ''],
    ['HDFC_MERCHANT_ID', undefined],
    ['HDFC_WEBHOOK_USER', 'not:plain'],
    ['HDFC_WEBHOOK_PASSWORD', 'alone'],
  ])('names %s when it is %j', (name, value) => {
    const parsed = hdfcConfigSchema.safeParse({ ...env, [name]: value });
    expect(parsed.error?.issues.map((issue) => issue.path[0])).toContain(name);
    if (value) expect(JSON.stringify(parsed.error?.issues)).not.toContain(value);
  });
});
