/**
 * What the simulated gateway remembers about an order, and where it stores it. A store that outlives the process parses
 * its rows with the schema.
 */
import * as z from 'zod';

/** The troubles that can be chosen on the payment page, each with its label there. */
export const TROUBLES = {
  none: 'No trouble: an honest answer at once',
  pending: 'Stays pending for a while, then succeeds',
  'late-success': 'Declined at first, then succeeds after all',
  'lost-return': 'Pays, but the browser never goes back',
  'forged-return': 'Goes back with a forged signature',
  'wrong-amount': 'Charges an order of one rupee less',
  'short-payment': 'Collects one rupee less than the order says',
  'lost-webhook': 'The webhook gets lost',
  'duplicate-webhook': 'Each webhook comes three times, in the wrong order',
} as const;

export const troubleSchema = z.enum(
  Object.keys(TROUBLES) as [keyof typeof TROUBLES, ...(keyof typeof TROUBLES)[]],
);
type Trouble = z.infer<typeof troubleSchema>;

/** The gateway's own names and numbers of statuses. */
export const STATUS_IDS = {
  NEW: 10,
  CHARGED: 21,
  AUTHENTICATION_FAILED: 26,
  AUTHORIZATION_FAILED: 27,
  AUTHORIZING: 28,
} as const;
const statusSchema = z.enum(
  Object.keys(STATUS_IDS) as [keyof typeof STATUS_IDS, ...(keyof typeof STATUS_IDS)[]],
);

const paise = z.int().nonnegative();

export const simulatedOrderSchema = z.object({
  /** In upper case, because the gateway ignores letter case. */
  reference: z.string(),
  /** Random. It is part of the payment page's address, so that nobody else finds the page. */
  pageKey: z.string(),
  customerId: z.string(),
  amountPaise: paise,
  effectiveAmountPaise: paise,
  description: z.string(),
  returnUrl: z.string(),
  udf1: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  status: statusSchema,
  reason: z.string(),
  attempts: z.int().nonnegative(),
  trouble: troubleSchema,
  /** How many more times order status reports the present status before the order becomes charged; null for never. */
  answersUntilCharged: z.int().nonnegative().nullable(),
  bankReference: z.string(),
  refunds: z.array(
    z.object({
      requestId: z.string(),
      amountPaise: paise,
      createdAt: z.iso.datetime(),
      /** False when the refund is requested, true from the next order status on. */
      settled: z.boolean(),
    }),
  ),
});
export type SimulatedOrder = z.infer<typeof simulatedOrderSchema>;

export type SimulatedStore = {
  /** By reference, in upper case. */
  get(reference: string): Promise<SimulatedOrder | undefined>;
  put(order: SimulatedOrder): Promise<void>;
};

/** For tests: forgets everything when the process ends. */
export function createMemoryStore(): SimulatedStore {
  const orders = new Map<string, SimulatedOrder>();
  return {
    get: async (reference) => orders.get(reference),
    put: async (order) => void orders.set(order.reference, order),
  };
}

// What each act does to an order. Pure functions; call `pay`, `decline` and `cancel` only when `canBePaid` is true.

const RUPEE = 100;

type PayWith = { trouble: Trouble; answersUntilCharged: number; bankReference: string };

/** False when the order is paid, and while the bank is working on an attempt. */
export function canBePaid(order: SimulatedOrder): boolean {
  return order.status !== 'CHARGED' && order.status !== 'AUTHORIZING';
}

/** Makes one more attempt to pay, with the chosen trouble. */
export function pay(order: SimulatedOrder, how: PayWith): SimulatedOrder {
  const attempt: SimulatedOrder = {
    ...order,
    trouble: how.trouble,
    bankReference: how.bankReference,
    attempts: order.attempts + 1,
    reason: '',
    answersUntilCharged: null,
  };
  const less = Math.max(0, order.amountPaise - RUPEE);
  switch (how.trouble) {
    case 'pending':
      return { ...attempt, status: 'AUTHORIZING', answersUntilCharged: how.answersUntilCharged };
    case 'late-success':
      return {
        ...attempt,
        status: 'AUTHORIZATION_FAILED',
        reason: 'The bank did not answer in time.',
        answersUntilCharged: how.answersUntilCharged,
      };
    case 'wrong-amount':
      return charged({ ...attempt, amountPaise: less, effectiveAmountPaise: less });
    case 'short-payment':
      return charged({ ...attempt, effectiveAmountPaise: less });
    default:
      return charged(attempt);
  }
}

export function decline(order: SimulatedOrder): SimulatedOrder {
  return fail(order, 'AUTHORIZATION_FAILED', 'The bank declined the payment.');
}

export function cancel(order: SimulatedOrder): SimulatedOrder {
  return fail(order, 'AUTHENTICATION_FAILED', 'The payment was cancelled.');
}

/** The order after one more request for its status: pending refunds settle, and a slow payment comes one step closer. */
export function afterStatusAnswer(order: SimulatedOrder): SimulatedOrder {
  const next = order.refunds.some((refund) => !refund.settled)
    ? { ...order, refunds: order.refunds.map((refund) => ({ ...refund, settled: true })) }
    : order;
  if (next.answersUntilCharged === null) return next;
  return next.answersUntilCharged === 0
    ? charged({ ...next, reason: '', answersUntilCharged: null })
    : { ...next, answersUntilCharged: next.answersUntilCharged - 1 };
}

/**
 * Repeating a request id changes nothing.
 * @returns null when the order isn't paid, or when the amount is more than what is left of it
 */
export function refund(
  order: SimulatedOrder,
  request: { requestId: string; amountPaise: number | null; at: string },
): SimulatedOrder | null {
  if (order.status !== 'CHARGED') return null;
  if (order.refunds.some((known) => known.requestId === request.requestId)) return order;
  const left =
    order.effectiveAmountPaise - order.refunds.reduce((sum, r) => sum + r.amountPaise, 0);
  const amountPaise = request.amountPaise ?? left;
  if (amountPaise <= 0 || amountPaise > left) return null;
  const { requestId, at: createdAt } = request;
  return {
    ...order,
    refunds: [...order.refunds, { requestId, amountPaise, createdAt, settled: false }],
  };
}

/** The names of the webhooks that a change causes, in the order in which the gateway sends them. */
export function eventsOf(before: SimulatedOrder, after: SimulatedOrder): readonly string[] {
  if (before === after) return [];
  const done = (order: SimulatedOrder) => order.refunds.filter((r) => r.settled).length;
  if (done(after) > done(before)) return ['ORDER_REFUNDED'];
  if (after.status === 'CHARGED' && before.status !== 'CHARGED') {
    return ['TXN_CHARGED', 'ORDER_SUCCEEDED'];
  }
  return after.attempts > before.attempts && after.status.endsWith('_FAILED')
    ? ['ORDER_FAILED']
    : [];
}

function charged(order: SimulatedOrder): SimulatedOrder {
  return { ...order, status: 'CHARGED' };
}

function fail(
  order: SimulatedOrder,
  status: 'AUTHORIZATION_FAILED' | 'AUTHENTICATION_FAILED',
  reason: string,
): SimulatedOrder {
  return {
    ...order,
    status,
    reason,
    trouble: 'none',
    attempts: order.attempts + 1,
    answersUntilCharged: null,
  };
}
