// Asks the gateway about open orders: a person's orders when that person asks, and all due orders by the timer.
import { and, desc, eq, isNotNull } from 'drizzle-orm';
import * as z from 'zod/mini';
import { instant } from '#db/instants.ts';
import { CLOCKS_APART_SECONDS } from '#db/queries/throttles.ts';
import { orders } from '#db/schema/money.ts';
import type { Deps } from '../../deps.ts';
import { GatewayError } from '../../gateways/gateway-call.ts';
import { Problem } from '../../problem.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { throttle } from '../throttle/throttle.ts';
import { LONGEST_PAUSE_MS } from './judge-status.ts';
import { reconcile } from './reconcile.ts';

type Reconciling = Pick<Deps, 'db' | 'now' | 'payments' | 'sms' | 'log'>;

/** Open orders of one person asked about at once; further ones are left to the timer. */
const MOST_AT_ONCE = 10;

type Whose = { uid: string } | { applicationId: string };

/** Asks the gateway about the open orders of one candidate or application. An order that it can't decide stays open. */
export async function reconcileOpenOrders(
  deps: Reconciling,
  whose: Whose,
  mayAsk: () => Promise<boolean> = async () => true,
): Promise<void> {
  const isTheirs =
    'uid' in whose ? eq(orders.uid, whose.uid) : eq(orders.applicationId, whose.applicationId);
  const open = await deps.db.orm
    .select({ orderId: orders.orderId })
    .from(orders)
    .where(and(isTheirs, isNotNull(orders.nextCheckAt)))
    .orderBy(desc(orders.createdAt), desc(orders.orderId))
    .limit(MOST_AT_ONCE);
  if (open.length === 0 || !(await mayAsk())) return;
  await Promise.all(open.map(({ orderId }) => reconcileQuietly(deps, orderId)));
}

/** Requests an hour; far more than somebody waiting for a payment makes. */
const MOST_ASKED = 120;

/**
 * Whether a person's requests may still reach the gateway. The gateway limits our calls, so one person who asks too often would make every
 * payer wait. Beyond the limit, only the timer asks.
 * @param customer the candidate's uid or the application's id
 */
export async function mayAskGateway(
  deps: Pick<Deps, 'db' | 'now'>,
  customer: string,
): Promise<boolean> {
  const key = `gateway asked for ${customer}`;
  return throttle(deps, [{ key, most: MOST_ASKED, seconds: 3_600 }]).then(
    () => true,
    (refusal: unknown) => {
      if (refusal instanceof Problem) return false;
      throw refusal;
    },
  );
}

/** Asks about the open orders of a person who asks about their own. */
export function reconcileOwnOrders(deps: Reconciling, whose: Whose): Promise<void> {
  const customer = 'uid' in whose ? whose.uid : whose.applicationId;
  return reconcileOpenOrders(deps, whose, () => mayAskGateway(deps, customer));
}

const BATCH = 20;
/** If a process claims an order and dies, the order is free again after this; longer than a call to the gateway takes. */
const TAKEN_FOR_SECONDS = 60;
const dueSchema = z.array(z.object({ order_id: z.string() }));

/** Also treats an impossibly late time as due: it was written while the clock was ahead, perhaps by years. */
const IS_DUE = `(next_check_at <= ${instant('$1')}
  or next_check_at > ${instant('$1')} + interval '${LONGEST_PAUSE_MS / 1_000 + CLOCKS_APART_SECONDS} seconds')`;

const TAKE_DUE = `
update orders set next_check_at = ${instant('$1')} + interval '${TAKEN_FOR_SECONDS} seconds'
where order_id in (
  select order_id from orders where ${IS_DUE}
  order by next_check_at, order_id limit ${BATCH} for update skip locked
) returning order_id`;

/**
 * Asks about the orders that are due. Call it every few seconds; any number of processes may run it.
 * @returns how many orders it asked about
 */
export async function reconcileDue(deps: Reconciling): Promise<number> {
  const due = dueSchema.parse(await deps.db.rows(TAKE_DUE, [deps.now()]));
  await Promise.all(due.map(({ order_id }) => reconcileQuietly(deps, order_id)));
  return due.length;
}

/** Makes an order due now, after news of it that proves nothing. */
export async function queueCheck(deps: Pick<Deps, 'db' | 'now'>, orderId: string): Promise<void> {
  await deps.db.orm
    .update(orders)
    .set({ nextCheckAt: new Date(deps.now()) })
    .where(and(eq(orders.orderId, orderId), isNotNull(orders.nextCheckAt)));
}

/** Asks the gateway about an order. If the gateway doesn't answer, the timer asks again. */
export async function reconcileQuietly(
  deps: Reconciling,
  orderId: string,
  touched = false,
): Promise<void> {
  try {
    await reconcile(deps, orderId, touched);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    deps.log.warn({ err: error, orderId }, 'order not checked');
  }
}

// Lets the administrator ask the gateway about an order now, independently of the timer.

/** @throws Problem not-found, unavailable (the gateway doesn't answer; the timer asks again) */
export async function checkOrder(deps: Deps, actor: string, orderId: string): Promise<void> {
  try {
    if ((await reconcile(deps, orderId, true)) === null) throw new Problem('not-found');
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    throw new Problem('unavailable', {
      sentence: 'The bank isn’t responding right now. We’ll check this order again automatically.',
      retryAfter: 60,
    });
  }
  await recordAudit(deps.db.orm, deps.now(), { actor, action: 'order.checked', subject: orderId });
}
