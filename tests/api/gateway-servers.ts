import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { onTestFinished } from 'vitest';
import { createHdfcGateway } from '#api/gateways/payment/hdfc.ts';
import type { HdfcConfig } from '#api/gateways/payment/hdfc-config.ts';
import { newReference } from '#api/gateways/payment/port.ts';
import { createSimulatedGateway } from '#api/gateways/payment/simulated/app.ts';
import { createMemoryStore } from '#api/gateways/payment/simulated/store.ts';
import type { WebhookTarget } from '#api/gateways/payment/simulated/wire.ts';
import { freePort } from '../support/free-port.ts';

type Handler = (request: Request) => Response | Promise<Response>;

/**
 * A server that keeps idle connections open. With Node's default of five seconds, a client on a busy machine may send its
 * next request just as the server closes the connection.
 * @returns its origin, e.g. http://127.0.0.1:40123
 */
export async function serveOnLoopback(fetch: Handler): Promise<{ origin: string; close(): void }> {
  return new Promise((resolve) => {
    const serverOptions = { keepAliveTimeout: 3_600_000 };
    const server = serve({ fetch, port: 0, hostname: '127.0.0.1', serverOptions }, ({ port }) =>
      resolve({
        origin: `http://127.0.0.1:${port}`,
        close: () => {
          if ('closeAllConnections' in server) server.closeAllConnections();
          server.close();
        },
      }),
    );
  });
}

/** The origin of a server that ends with the test. */
export async function listen(fetch: Handler): Promise<string> {
  const { origin, close } = await serveOnLoopback(fetch);
  onTestFinished(close);
  return origin;
}

/** A server that gives every request the same answer and keeps the requests. */
export async function listenWith(status: number, body: string) {
  const requests: { url: string; method: string; headers: Headers; body: string }[] = [];
  const origin = await listen(async (request) => {
    const { url, method, headers } = request;
    requests.push({ url, method, headers, body: await request.text() });
    return new Response(body, { status, headers: { 'content-type': 'application/json' } });
  });
  return { origin, requests };
}

/** A server that takes connections and never answers. */
export function listenInSilence(): Promise<string> {
  return listen(() => new Promise<Response>(() => {}));
}

/** An address where nobody listens. */
export async function closedOrigin(): Promise<string> {
  return `http://127.0.0.1:${await freePort()}`;
}

export const hdfcConfig: HdfcConfig = {
  baseUrl: 'http://127.0.0.1:9',
  merchantId: 'nipuna',
  apiKey: 'sandbox-api-key',
  responseKey: 'sandbox-response-key',
  paymentPageClientId: 'hdfcmaster',
  webhook: { user: 'nipunahooks', password: 'webhook-password' },
};

export const NOON = new Date('2026-11-21T06:30:00.000Z');

/** The adapter and the simulated gateway, with a real network between them. */
export async function startGateway(options: { webhook?: WebhookTarget; now?: () => Date } = {}) {
  const simulated = createSimulatedGateway({
    merchantId: hdfcConfig.merchantId,
    apiKey: hdfcConfig.apiKey,
    responseKey: hdfcConfig.responseKey,
    now: options.now ?? (() => NOON),
    store: createMemoryStore(),
    webhook: options.webhook,
  });
  const origin = await listen(new Hono().route('/simulated-gateway', simulated).fetch);
  const baseUrl = `${origin}/simulated-gateway`;
  return { baseUrl, gateway: createHdfcGateway({ ...hdfcConfig, baseUrl }) };
}

export function sessionRequest() {
  return {
    reference: newReference(),
    customerId: 'K7M2QXR',
    amountPaise: 123_456_50,
    customerEmail: 'asha@example.in',
    customerPhone: '+919876543210',
    firstName: 'Asha',
    lastName: 'Rao',
    returnUrl: 'http://127.0.0.1:9/api/v1/payment/paymentresponse',
    description: 'Exam fee <b>"Bank PO"</b> & more',
    udf1: 'exam-42',
  };
}

/** Presses a button of the payment page as a browser would, without following the redirect. */
export async function press(paymentUrl: string, act: string, more: Record<string, string> = {}) {
  const body = new URLSearchParams({ act, ...more });
  return fetch(paymentUrl, { method: 'POST', body, redirect: 'manual' });
}

/** The parameters that the merchant's server reads from the redirect. */
export function returnOf(response: Response): Record<string, string> {
  const location = response.headers.get('location');
  if (response.status !== 303 || location === null)
    throw new Error('The browser was not sent back.');
  return Object.fromEntries(new URL(location).searchParams);
}
