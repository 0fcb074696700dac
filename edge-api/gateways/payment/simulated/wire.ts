/** The simulated gateway's requests and replies, in the shapes of HDFC's published samples. */

import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { basicAuthorization } from '#api/gateways/payment/hdfc-config.ts';
import { paiseFromRupees, SIGNATURE_ALGORITHM, signReturn } from '../hdfc-wire.ts';
import { type SimulatedOrder, STATUS_IDS } from './store.ts';

const orderId = z.string().regex(/^(?!\d+$)[A-Za-z0-9]{1,20}$/);
const amountPaise = z.string().transform(paiseFromRupees).pipe(z.int().positive());
const optionalLine = z.string().max(250).default('');

/** What the real gateway requires of POST /session, so that a wrong request fails here too. */
export const sessionRequestSchema = z.object({
  order_id: orderId,
  amount: amountPaise,
  currency: z.literal('INR'),
  action: z.literal('paymentPage'),
  payment_page_client_id: z.string().min(1),
  customer_id: z.string().min(1),
  customer_email: z.email().optional(),
  customer_phone: z
    .string()
    .regex(/^\d{10}$/)
    .optional(),
  first_name: optionalLine,
  last_name: optionalLine,
  return_url: z.url({ protocol: /^https?$/ }).refine((url) => !/[?#]/.test(url)),
  description: optionalLine,
  udf1: z
    .string()
    .regex(/^[A-Za-z0-9]*$/)
    .default(''),
});

export const gatewayRefundSchema = z.object({
  unique_request_id: orderId,
  amount: amountPaise.optional(),
});

export const badRequest = (message: string) => ({
  status: 'Bad Request',
  error_code: 'invalid_request_error',
  error_message: message,
});

export function sessionAnswer(order: SimulatedOrder, pageUrl: string) {
  return {
    status: order.status,
    id: `ordeh_${order.pageKey}`,
    order_id: order.reference,
    payment_links: { web: pageUrl, expiry: order.expiresAt },
    order_expiry: order.expiresAt,
  };
}

/** The transaction id of the latest attempt to pay. */
export function transactionOf(
  order: Pick<SimulatedOrder, 'reference' | 'attempts'>,
  merchantId: string,
): string {
  return `${merchantId}-${order.reference}-${order.attempts}`;
}

/** As in the samples, amounts are numbers, and a refund changes the refunded amount while the status stays CHARGED. */
export function orderAnswer(order: SimulatedOrder, merchantId: string) {
  const refunded = order.refunds.filter((refund) => refund.settled);
  const tried = order.attempts > 0;
  const txnId = tried ? transactionOf(order, merchantId) : null;
  return {
    id: `ordeh_${order.pageKey}`,
    order_id: order.reference,
    merchant_id: merchantId,
    customer_id: order.customerId,
    status: order.status,
    status_id: STATUS_IDS[order.status],
    amount: order.amountPaise / 100,
    effective_amount: order.effectiveAmountPaise / 100,
    currency: 'INR',
    date_created: order.createdAt,
    return_url: order.returnUrl,
    udf1: order.udf1,
    txn_id: txnId,
    payment_method_type: tried ? 'UPI' : null,
    refunded: refunded.length > 0,
    amount_refunded: refunded.reduce((sum, refund) => sum + refund.amountPaise, 0) / 100,
    refunds: order.refunds.map((refund) => ({
      unique_request_id: refund.requestId,
      amount: refund.amountPaise / 100,
      created: refund.createdAt,
      status: refund.settled ? 'SUCCESS' : 'PENDING',
    })),
    txn_detail: tried ? { txn_id: txnId, status: order.status, error_message: order.reason } : null,
    payment_gateway_response: tried
      ? { rrn: order.bankReference, resp_message: order.reason }
      : null,
  };
}

/** The address that takes the browser back to the merchant. The signature is encoded twice, as in Juspay's example. */
export function returnAddress(order: SimulatedOrder, responseKey: string): string {
  const parameters = {
    order_id: order.reference,
    status: order.status,
    status_id: String(STATUS_IDS[order.status]),
  };
  const key = order.trouble === 'forged-return' ? `not ${responseKey}` : responseKey;
  const query = new URLSearchParams({
    ...parameters,
    signature: encodeURIComponent(signReturn(parameters, key)),
    signature_algorithm: SIGNATURE_ALGORITHM,
  });
  return `${order.returnUrl}?${query}`;
}

// Webhooks of the simulated gateway. No reply waits for them. A failed webhook is retried a few times, then dropped
// silently, as with real gateways: nothing may depend on a webhook arriving.

export type WebhookTarget = { url: string; user: string; password: string };
type WebhookEvent = {
  id: string;
  event_name: string;
  date_created: string;
  content: unknown;
};

/** Milliseconds to wait before each retry. */
const RETRY_AFTER_MS = [1_000, 5_000, 30_000, 120_000];
const TIMEOUT_MS = 5_000;

/** Sends the events one after the other, so that they arrive in the given order. */
export async function sendWebhooks(
  target: WebhookTarget,
  events: readonly WebhookEvent[],
  retryAfterMs: readonly number[] = RETRY_AFTER_MS,
): Promise<void> {
  for (const event of events) {
    for (const delay of [0, ...retryAfterMs]) {
      // ref: false lets the server stop without waiting for a webhook.
      await sleep(delay, undefined, { ref: false });
      if (await isTaken(target, event)) break;
    }
  }
}

async function isTaken(target: WebhookTarget, event: WebhookEvent): Promise<boolean> {
  try {
    const response = await fetch(target.url, {
      method: 'POST',
      headers: {
        authorization: basicAuthorization(target.user, target.password),
        'content-type': 'application/json',
      },
      body: JSON.stringify(event),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
