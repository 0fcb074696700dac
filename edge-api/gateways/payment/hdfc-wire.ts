/**
 * HDFC SmartGateway's protocol: translates its replies into our terms, checks the signature of its return, converts
 * rupees. Nothing unknown counts as charged: an unknown status, or one that contradicts its own number, is pending.
 */

import { createHmac } from 'node:crypto';
import * as z from 'zod';
import { basicAuthorization, sameSecret } from './hdfc-config.ts';
import type {
  GatewayOrderState,
  GatewayRefundState,
  OrderStatus,
  Refund,
  Webhook,
} from './port.ts';

const text = z.string().nullish();
/** The bank's samples show both 1 and "1.00". */
const rupees = z.union([z.number(), z.string()]).nullish();

export const sessionAnswerSchema = z.object({
  order_id: z.string(),
  payment_links: z.object({
    web: z.url({ protocol: /^https?$/ }),
    expiry: z.iso.datetime({ offset: true }).nullish().catch(null),
  }),
});

export const refusalSchema = z.object({ error_code: text, status: text });

export const orderAnswerSchema = z.object({
  order_id: z.string(),
  status: z.string(),
  status_id: z.coerce.number().nullish(),
  merchant_id: text,
  amount: rupees,
  effective_amount: rupees,
  currency: text,
  txn_id: text,
  refunded: z.boolean().nullish(),
  amount_refunded: rupees,
  refunds: z
    .array(z.object({ unique_request_id: z.string(), status: z.string(), amount: rupees }))
    .nullish(),
  txn_detail: z.object({ error_message: text }).nullish(),
  payment_gateway_response: z.object({ resp_message: text, rrn: text }).nullish(),
  bank_error_message: text,
});
type OrderAnswer = z.infer<typeof orderAnswerSchema>;

/** Final statuses of an order, by name, with their numbers. All others (NEW 10, STARTED 20, 23, 24, 28 …) are pending. */
const FINAL_STATES: Readonly<Record<string, { id: number; state: GatewayOrderState }>> = {
  CHARGED: { id: 21, state: 'charged' },
  JUSPAY_DECLINED: { id: 22, state: 'failed' },
  AUTHENTICATION_FAILED: { id: 26, state: 'failed' },
  AUTHORIZATION_FAILED: { id: 27, state: 'failed' },
  AUTO_REFUNDED: { id: 36, state: 'refunded' },
  NOT_FOUND: { id: 40, state: 'not-found' },
};

const REFUNDS: Readonly<Record<string, GatewayRefundState>> = {
  SUCCESS: 'succeeded',
  FAILURE: 'failed',
  MANUAL_REVIEW: 'review',
};

function stateOf(
  answer: OrderAnswer,
  amountPaise: number | null,
  refundedPaise: number,
): GatewayOrderState {
  const known = Object.hasOwn(FINAL_STATES, answer.status)
    ? FINAL_STATES[answer.status]
    : undefined;
  if (known === undefined) return 'pending';
  if (answer.status_id != null && answer.status_id !== known.id) return 'pending';
  // A refunded order keeps the status CHARGED; only the refunded amount shows it.
  const allGone = amountPaise !== null && refundedPaise >= amountPaise && refundedPaise > 0;
  return known.state === 'charged' && allGone ? 'refunded' : known.state;
}

/** Reads a reply in the order-status shape; a request for a refund is answered in that shape too. */
export function readOrderStatus(answer: OrderAnswer): OrderStatus {
  const amountPaise = paiseFromRupees(answer.amount);
  const refunds = (answer.refunds ?? []).map(readRefund);
  const refundedPaise = Math.max(paiseFromRupees(answer.amount_refunded) ?? 0, goneBy(refunds));
  const state = stateOf(answer, amountPaise, refundedPaise);
  const sentence =
    answer.txn_detail?.error_message ||
    answer.payment_gateway_response?.resp_message ||
    answer.bank_error_message ||
    null;
  return {
    state,
    reference: answer.order_id,
    amountPaise,
    effectiveAmountPaise: paiseFromRupees(answer.effective_amount),
    refundedPaise,
    currency: answer.currency || null,
    merchantId: answer.merchant_id || null,
    gatewayTxnId: answer.txn_id || null,
    bankReference: answer.payment_gateway_response?.rrn || null,
    rawStatus: answer.status,
    reason: state === 'failed' ? sentence : null,
    refunds,
  };
}

/** The sum of the listed refunds, in paise. The order's own `amount_refunded` may lag behind them. */
function goneBy(refunds: readonly Refund[]): number {
  return refunds
    .filter(({ state }) => state === 'succeeded')
    .reduce((sum, { amountPaise }) => sum + (amountPaise ?? 0), 0);
}

function readRefund(refund: NonNullable<OrderAnswer['refunds']>[number]): Refund {
  const rawStatus = refund.status;
  const name = rawStatus.toUpperCase().replace(/\s+/g, '_');
  return {
    requestId: refund.unique_request_id,
    state: (Object.hasOwn(REFUNDS, name) ? REFUNDS[name] : undefined) ?? 'pending',
    amountPaise: paiseFromRupees(refund.amount),
    rawStatus,
  };
}

// A webhook tells us that something happened to an order, provided that its sender proves to be the gateway. It decides
// nothing: we use only its order id, as a reason to ask for the order's status.

const about = z.object({ order_id: z.string().nullish() }).nullish();
const webhookBodySchema = z.object({
  id: z.string().nullish(),
  event_name: z.string().nullish(),
  content: z.object({ order: about, txn: about, refund: about }).nullish(),
});

/** @param credentials null when webhooks are not in use; then no webhook is authentic */
export function readWebhook(
  credentials: { user: string; password: string } | null,
  authorization: string,
  body: string,
): Webhook {
  if (credentials === null) return { authentic: false };
  const expected = basicAuthorization(credentials.user, credentials.password);
  if (!sameSecret(authorization, expected)) return { authentic: false };
  const event = parseBody(body);
  const { order, txn, refund } = event.content ?? {};
  return {
    authentic: true,
    eventId: event.id ?? null,
    eventName: event.event_name ?? null,
    reference: order?.order_id ?? txn?.order_id ?? refund?.order_id ?? null,
  };
}

/** An authentic but unreadable webhook counts as an event about no order. If refused, it would be sent again and again. */
function parseBody(body: string): z.infer<typeof webhookBodySchema> {
  try {
    return webhookBodySchema.catch({}).parse(JSON.parse(body));
  } catch {
    return {};
  }
}

/**
 * The signature that SmartGateway adds to the return address: all parameters but the signature and its algorithm,
 * percent-encoded, sorted, joined, percent-encoded once more as a whole, HMAC-SHA256 with the Response Key, base64.
 * Only the double encoding is accepted. Some published samples encode once; that signs a different text with the same
 * key, and accepting both would be ambiguous.
 */

export const SIGNATURE_ALGORITHM = 'HMAC-SHA256';
const UNSIGNED = new Set(['signature', 'signature_algorithm']);

type Parameters = Readonly<Record<string, string>>;

/** @returns base64 @throws URIError for text that is not well-formed Unicode */
export function signReturn(parameters: Parameters, responseKey: string): string {
  const joined = Object.entries(parameters)
    .filter(([name]) => !UNSIGNED.has(name))
    .map(([name, value]) => [encodeURIComponent(name), encodeURIComponent(value)] as const)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map((pair) => pair.join('='))
    .join('&');
  return createHmac('sha256', responseKey).update(encodeURIComponent(joined)).digest('base64');
}

/** Never throws: parameters that can't be read count as unsigned. */
export function isReturnSigned(parameters: Parameters, responseKey: string): boolean {
  const { signature, signature_algorithm: algorithm } = parameters;
  if (!signature || (algorithm !== undefined && algorithm !== SIGNATURE_ALGORITHM)) return false;
  try {
    // The documented return URL encodes the signature twice, so one layer of encoding may be left.
    const given = signature.includes('%') ? decodeURIComponent(signature) : signature;
    return sameSecret(given, signReturn(parameters, responseKey));
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}

// Money: integer paise here, rupees in the gateway's protocol. A conversion is exact or fails.

/** 49900 → '499.00'. @throws RangeError for anything but a positive, safe integer */
export function rupeesFromPaise(paise: number): string {
  if (!Number.isSafeInteger(paise) || paise <= 0) {
    throw new RangeError('An amount to pay must be a positive whole number of paise.');
  }
  return `${Math.floor(paise / 100)}.${String(paise % 100).padStart(2, '0')}`;
}

/** 499, 499.5, '499.50' → paise. Null for a negative amount, fractions of a paisa, or anything that isn't an amount. */
export function paiseFromRupees(rupees: number | string | null | undefined): number | null {
  // Parsed from the number's shortest decimal form, because 1.15 * 100 would give 114.99999999999999.
  const match = /^(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(String(rupees ?? ''));
  if (match === null) return null;
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}
