/**
 * What the simulated gateway remembers of an order, and where. The schema is what a store that outlives
 * the process parses its rows with.
 */
import * as z from 'zod';

/** What can be made to go wrong on the payment page, each with what a person reads there. */
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
export type Trouble = z.infer<typeof troubleSchema>;

/** The gateway's own names and numbers (integrations.md section 1). */
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
  /** In upper case: the gateway takes no notice of letter case. */
  reference: z.string(),
  /** Random; a part of the payment page's address, so that nobody else finds it. */
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
  /** So many answers of order status still tell the present status; then the order is charged. */
  answersUntilCharged: z.int().nonnegative().nullable(),
  bankReference: z.string(),
  refunds: z.array(
    z.object({
      requestId: z.string(),
      amountPaise: paise,
      createdAt: z.iso.datetime(),
      /** Taken in at once, done by the next answer of order status. */
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

/** Forgets everything when the process ends: for tests. */
export function createMemoryStore(): SimulatedStore {
  const orders = new Map<string, SimulatedOrder>();
  return {
    get: async (reference) => orders.get(reference),
    put: async (order) => void orders.set(order.reference, order),
  };
}
