/**
 * What this server needs from a payment gateway. Amounts are integer paise; every failure is a `GatewayError`
 * (`../gateway-call.ts`). Only `orderStatus` may make a payment successful, after order, merchant,
 * currency and amount are compared; a return or a webhook is merely a reason to ask.
 */
import { randomInt } from 'node:crypto';

/** One order at the gateway. The gateway routes by customer, so every call for an order names the same customer. */
export type OrderKey = {
  /** Our own id, from `newReference()`: at most 20 letters and digits; letter case has no meaning. */
  reference: string;
  customerId: string;
};

export type SessionRequest = OrderKey & {
  amountPaise: number;
  customerEmail?: string | undefined;
  /** An Indian mobile number, with or without +91. */
  customerPhone?: string | undefined;
  firstName?: string | undefined;
  lastName?: string | undefined;
  /** Absolute, without query or fragment: the gateway adds its own query. */
  returnUrl: string;
  description: string;
  /** What the order is for, e.g. the exam's id. Only its letters and digits are sent. */
  udf1?: string | undefined;
};

type Session = { paymentUrl: string; expiresAt?: Date | undefined };

/**
 * `failed` describes the latest attempt: the same order can still be paid later ("late success"), so keep asking until
 * the payment page has expired. After a `createSession` that timed out, `not-found` may also become any other state.
 * A status that we don't know counts as `pending`.
 */
export type GatewayOrderState = 'charged' | 'pending' | 'failed' | 'refunded' | 'not-found';

export type OrderStatus = {
  /** `refunded` once the whole amount is refunded; `charged` while only a part is. */
  state: GatewayOrderState;
  /** The reference that the gateway states. Compare it with the one you asked for. */
  reference: string;
  /** Null when the gateway states no amount, or one that isn't whole paise. Never replace it with our own amount. */
  amountPaise: number | null;
  /** What the customer really paid, after offers. If it is less than `amountPaise`, a person must review the order. */
  effectiveAmountPaise: number | null;
  refundedPaise: number;
  currency: string | null;
  merchantId: string | null;
  gatewayTxnId: string | null;
  /** The bank's reference (RRN), which a customer finds on a bank statement. */
  bankReference: string | null;
  /** The gateway's own status, for our records. */
  rawStatus: string;
  /** The gateway's sentence about a failure, as plain text. Null unless `failed`. */
  reason: string | null;
  refunds: readonly Refund[];
};

type GatewayRefundRequest = OrderKey & {
  /** Our own id, from `newReference()`. Repeating it means the same refund, never a second one. */
  requestId: string;
  /** Without it, the whole amount is refunded. */
  amountPaise?: number | undefined;
};

export type GatewayRefundState = 'succeeded' | 'pending' | 'failed' | 'review';
export type Refund = {
  requestId: string;
  state: GatewayRefundState;
  amountPaise: number | null;
  rawStatus: string;
};

/** What the browser brought back. When `valid` is false, anyone may have made it up; ask for the order's status anyway. */
type PaymentReturn = { reference: string | null; status: string | null; valid: boolean };

/** `reference` is null when the event is about no order or has an unknown shape. The same event may come several times. */
export type Webhook =
  | { authentic: false }
  | {
      authentic: true;
      eventId: string | null;
      eventName: string | null;
      reference: string | null;
    };

export type PaymentGateway = {
  /** Our own id at the gateway. A charge for another merchant doesn't count. */
  merchantId: string;
  /** Opens the hosted payment page. Store the order before this call: even after a timeout the gateway may have it. */
  createSession(request: SessionRequest): Promise<Session>;
  orderStatus(order: OrderKey): Promise<OrderStatus>;
  refund(request: GatewayRefundRequest): Promise<Refund>;
  /** @param params the query or form of the return, decoded once, as web frameworks provide it */
  verifyReturn(params: Readonly<Record<string, string>>): PaymentReturn;
  verifyWebhook(headers: { get(name: string): string | null | undefined }, body: string): Webhook;
};

// Ids that the gateway accepts for an order or a refund: 16 Crockford characters (almost 80 random bits). The first is a
// letter, because the gateway refuses an id of digits only.

const LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ';
const CHARACTERS = `0123456789${LETTERS}`;
const LENGTH = 16;

export function newReference(): string {
  const pick = (from: string) => from.charAt(randomInt(from.length));
  return pick(LETTERS) + Array.from({ length: LENGTH - 1 }, () => pick(CHARACTERS)).join('');
}
