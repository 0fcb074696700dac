/**
 * The payment port for HDFC SmartGateway (Juspay), with `fetch`. Every reply is parsed before it is used, every call
 * ends within its time limit, and no key, header or body ever gets into an error.
 */
import * as z from 'zod';
import { type Answer, askJson, type Fetch, GatewayError } from '../gateway-call.ts';
import { apiKeyAuthorization, type HdfcConfig } from './hdfc-config.ts';
import {
  isReturnSigned,
  orderAnswerSchema,
  readOrderStatus,
  readWebhook,
  refusalSchema,
  rupeesFromPaise,
  sessionAnswerSchema,
} from './hdfc-wire.ts';
import type { OrderStatus, PaymentGateway } from './port.ts';

/** The protocol version that HDFC's own backend kit sends. */
const PROTOCOL_VERSION = '2024-06-24';
const TIMEOUT_MS = 10_000;
const REFERENCE = /^(?!\d+$)[A-Za-z0-9]{1,20}$/;
const NOT_FOUND = new Set(['NOT_FOUND', 'RESOURCE_NOT_FOUND']);

export type HdfcOptions = {
  /** Milliseconds for one call, its reply included. Default: 10 seconds. */
  timeoutMs?: number;
  /** Replaces the network, e.g. to call the simulated gateway in-process. */
  fetch?: Fetch;
};

type Call = {
  name: string;
  method: 'GET' | 'POST';
  path: string;
  customerId: string;
  contentType?: string;
  body?: string;
};

export function createHdfcGateway(config: HdfcConfig, options: HdfcOptions = {}): PaymentGateway {
  const { timeoutMs = TIMEOUT_MS, fetch = globalThis.fetch } = options;
  const authorization = apiKeyAuthorization(config.apiKey);

  const ask = (call: Call): Promise<Answer> =>
    askJson(fetch, {
      call: call.name,
      url: `${config.baseUrl}${call.path}`,
      timeoutMs,
      init: {
        method: call.method,
        headers: {
          authorization,
          'content-type': call.contentType ?? 'application/json',
          accept: 'application/json',
          version: PROTOCOL_VERSION,
          'x-merchantid': config.merchantId,
          'x-customerid': call.customerId,
          'x-routing-id': call.customerId,
        },
        ...(call.body === undefined ? {} : { body: call.body }),
      },
    });

  return {
    merchantId: config.merchantId,

    async createSession(request) {
      const call = 'hdfc POST /session';
      const answer = await ask({
        name: call,
        method: 'POST',
        path: '/session',
        customerId: request.customerId,
        body: JSON.stringify({
          order_id: checkedReference(request.reference),
          amount: rupeesFromPaise(request.amountPaise),
          currency: 'INR',
          action: 'paymentPage',
          payment_page_client_id: config.paymentPageClientId,
          customer_id: request.customerId,
          // The gateway doesn't accept an address in another script and would refuse the whole payment, so it is left out.
          customer_email: z.email().safeParse(request.customerEmail).data,
          customer_phone: request.customerPhone?.replace(/\D/g, '').slice(-10),
          first_name: request.firstName,
          last_name: request.lastName,
          return_url: request.returnUrl,
          description: request.description,
          udf1: request.udf1?.replace(/[^A-Za-z0-9]/g, ''),
        }),
      });
      const { order_id, payment_links: links } = read(sessionAnswerSchema, answer, call);
      const insecure = config.baseUrl.startsWith('https:') && !links.web.startsWith('https:');
      if (insecure || !sameReference(order_id, request.reference)) {
        throw new GatewayError('unreadable', { call, httpStatus: answer.httpStatus });
      }
      return {
        paymentUrl: links.web,
        expiresAt: links.expiry == null ? undefined : new Date(links.expiry),
      };
    },

    async orderStatus({ reference, customerId }) {
      const call = 'hdfc GET /orders';
      const path = `/orders/${checkedReference(reference)}`;
      const answer = await ask({ name: call, method: 'GET', path, customerId });
      if (answer.httpStatus >= 400 && saysNotFound(answer.body)) return notFound(reference);
      return readOrderStatus(read(orderAnswerSchema, answer, call));
    },

    async refund({ reference, customerId, requestId, amountPaise }) {
      const call = 'hdfc POST /orders/refunds';
      const form = new URLSearchParams({ unique_request_id: checkedReference(requestId) });
      if (amountPaise !== undefined) form.set('amount', rupeesFromPaise(amountPaise));
      const answer = await ask({
        name: call,
        method: 'POST',
        path: `/orders/${checkedReference(reference)}/refunds`,
        customerId,
        contentType: 'application/x-www-form-urlencoded',
        body: form.toString(),
      });
      const order = readOrderStatus(read(orderAnswerSchema, answer, call));
      const refund = order.refunds.find((candidate) => candidate.requestId === requestId);
      if (refund === undefined || !sameReference(order.reference, reference)) {
        throw new GatewayError('unreadable', { call, httpStatus: answer.httpStatus });
      }
      return refund;
    },

    verifyReturn: (params) => ({
      reference: params.order_id ?? null,
      status: params.status ?? null,
      valid: isReturnSigned(params, config.responseKey),
    }),

    verifyWebhook: (headers, body) =>
      readWebhook(config.webhook, headers.get('authorization') ?? '', body),
  };
}

/** Only our own references may go into a path. Any other is a mistake in our code, hence no GatewayError. */
function checkedReference(reference: string): string {
  if (!REFERENCE.test(reference)) throw new RangeError('Not a reference that the gateway accepts.');
  return reference;
}

/** The gateway ignores letter case in order ids. */
function sameReference(left: string, right: string): boolean {
  return left.toUpperCase() === right.toUpperCase();
}

function read<Schema extends z.ZodType>(
  schema: Schema,
  answer: Answer,
  call: string,
): z.output<Schema> {
  const { httpStatus, body } = answer;
  if (httpStatus >= 400) {
    const code = refusalSchema.safeParse(body).data?.error_code ?? undefined;
    throw new GatewayError('refused', { call, httpStatus, code });
  }
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new GatewayError('unreadable', { call, httpStatus });
  return parsed.data;
}

function saysNotFound(body: unknown): boolean {
  const refusal = refusalSchema.safeParse(body).data;
  return [refusal?.status, refusal?.error_code].some((word) => NOT_FOUND.has(word ?? ''));
}

function notFound(reference: string): OrderStatus {
  return readOrderStatus({ order_id: reference, status: 'NOT_FOUND' });
}
