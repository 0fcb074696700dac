/**
 * What the house asks of a payment gateway. Amounts are integer paise; every failure is a `GatewayError`
 * (`../gateway-call.ts`). Only `orderStatus` may make a payment successful, after order, merchant,
 * currency and amount are compared; a return or a webhook is merely a reason to ask.
 */
import { randomInt } from 'node:crypto';

/** One order at the gateway. The gateway routes by customer, so every call for an order names the same one. */
export type OrderKey = {
  /** Ours, from `newReference()`: at most 20 letters and digits, letter case of no meaning. */
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
 * `failed` is about the latest attempt: the same order can still be paid later ("late success"), so keep
 * asking until the payment page has expired. `not-found` may likewise turn into anything after a session
 * whose creation timed out. Whatever the gateway says that we do not know counts as `pending`.
 */
export type GatewayOrderState = 'charged' | 'pending' | 'failed' | 'refunded' | 'not-found';

export type OrderStatus = {
  /** `refunded` once the whole amount has gone back; after a part of it, still `charged`. */
  state: GatewayOrderState;
  /** As the gateway states it: compare it with the order asked for. */
  reference: string;
  /** null: the gateway named none, or one that is not whole paise. Never take it for our own amount. */
  amountPaise: number | null;
  /** What the customer really paid, after offers. Less than `amountPaise` is a matter for review. */
  effectiveAmountPaise: number | null;
  refundedPaise: number;
  currency: string | null;
  merchantId: string | null;
  gatewayTxnId: string | null;
  /** The bank's reference (RRN), which a customer finds on a bank statement. */
  bankReference: string | null;
  /** The gateway's own word, for the record. */
  rawStatus: string;
  /** The gateway's sentence for a failure. Text, never markup; null unless `failed`. */
  reason: string | null;
  refunds: readonly Refund[];
};

type GatewayRefundRequest = OrderKey & {
  /** Ours, from `newReference()`. The same id again is the same refund, never a second one. */
  requestId: string;
  /** Omitted: all of it. */
  amountPaise?: number | undefined;
};

export type GatewayRefundState = 'succeeded' | 'pending' | 'failed' | 'review';
export type Refund = {
  requestId: string;
  state: GatewayRefundState;
  amountPaise: number | null;
  rawStatus: string;
};

/** What the browser brought back. Not `valid`: anyone may have made it up; ask for the order all the same. */
type PaymentReturn = { reference: string | null; status: string | null; valid: boolean };

/** `reference` is null for an event about no order, or in a shape we do not know. Expect duplicates. */
export type Webhook =
  | { authentic: false }
  | {
      authentic: true;
      eventId: string | null;
      eventName: string | null;
      reference: string | null;
    };

export type PaymentGateway = {
  /** Who we are at the gateway: a charge for another merchant is none of ours. */
  merchantId: string;
  /** Opens the hosted payment page. Store the order before this call: after a timeout it may exist there. */
  createSession(request: SessionRequest): Promise<Session>;
  orderStatus(order: OrderKey): Promise<OrderStatus>;
  refund(request: GatewayRefundRequest): Promise<Refund>;
  /** `params`: the query or form of the return, decoded once, as any web framework gives it. */
  verifyReturn(params: Readonly<Record<string, string>>): PaymentReturn;
  verifyWebhook(headers: { get(name: string): string | null | undefined }, body: string): Webhook;
};

// Ids that the gateway accepts for an order or a refund: 16 Crockford characters (75 bits of chance), the
// first a letter, since an id of digits only is refused.

const LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ';
const CHARACTERS = `0123456789${LETTERS}`;
const LENGTH = 16;

export function newReference(): string {
  const pick = (from: string) => from.charAt(randomInt(from.length));
  return pick(LETTERS) + Array.from({ length: LENGTH - 1 }, () => pick(CHARACTERS)).join('');
}
