/**
 * Refunds many orders in full, one at a time: says which of them can be refunded, and what happened to each. A wish always asks
 * for the whole amount, with the same id until the gateway refuses it. So however often the server is asked, it refunds only once.
 */
import {
  type DeskOrder,
  type DeskOrderDetail,
  deskOrderDetailSchema,
  deskOrderListSchema,
  type RefundRequest,
} from '#contract/desk/payment-desk.ts';
import { ApiProblem } from '#web/shared/api-problem.ts';
import { newRequestId } from '#web/shared/desk/request-id.ts';
import { type Api, api, unreadable } from '#web/shared/http.ts';
import { isUnsure } from '#web/shared/is-unsure.ts';
import { reasonOf } from '#web/shared/use-load.ts';

/** The chosen orders, and the names of chosen candidates who have no order. */
export interface Wanted {
  orders: readonly DeskOrder[];
  without?: readonly string[];
}

export interface Wish {
  order: DeskOrder;
  requestId: string;
  /** `failed`: another try may succeed. `refused`: no further try will. */
  state: 'open' | 'refunded' | 'failed' | 'refused';
  /** Why it failed or was refused, for people; else empty. */
  why: string;
}

/** People who get nothing back, and why. */
export interface LeftOut {
  why: string;
  names: string[];
}

export function sortOut({ orders, without = [] }: Wanted): { wishes: Wish[]; leftOut: LeftOut[] } {
  const wishes: Wish[] = [];
  // Candidates whose payments failed have several orders; each candidate is named once.
  const left = new Map<string, Set<string>>();
  const leaveOut = (why: string, name: string) =>
    left.set(why, (left.get(why) ?? new Set()).add(name));
  const byName = [...orders].sort((a, b) => a.name.localeCompare(b.name));
  for (const order of byName) {
    const why = whyNot(order);
    if (why === null) wishes.push({ order, requestId: newRequestId(), state: 'open', why: '' });
    else leaveOut(why, nameOf(order));
  }
  for (const name of without) leaveOut('No payment was started', name);
  return { wishes, leftOut: [...left].map(([why, names]) => ({ why, names: [...names] })) };
}

/** @returns why an order can't be refunded in full by our own records, or null; the gateway decides in the end */
function whyNot({ status, amount, refunded, officeInvoice }: DeskOrder): string | null {
  if (officeInvoice !== null) return 'Paid to the office by invoice: return it the same way';
  if (status === 'pending') return 'The bank hasn’t decided yet: try again later';
  if (status === 'failed') return 'Not paid';
  if (status === 'review') return 'Needs a look: refund it in the order’s own window';
  if (amount === 0) return 'Free of charge';
  if (status === 'refunded' || refunded >= amount) return 'Already refunded, or on its way back';
  if (refunded > 0) return 'Partly refunded: refund the rest in the order’s own window';
  return null;
}

export const nameOf = ({ name, uid, order_id }: DeskOrder) => `${name} (${uid ?? order_id})`;

/** In rupees, added up in paise. */
export function sumOf(wishes: readonly Wish[]): number {
  return wishes.reduce((paise, { order }) => paise + Math.round(order.amount * 100), 0) / 100;
}

/** After this many orders in a row without a reply, the fault isn't in one order, and the rest would only wait in vain. */
const MOST_UNANSWERED = 3;

interface InTurn {
  over: Pick<Api, 'post'>;
  reason: string;
  told: (wish: Wish) => void;
  isStopped: () => boolean;
}

/**
 * Tries the open wishes before the failed ones, so that an order that always fails doesn't hold up the others.
 *
 * @returns why it gave up, for people; null when every wish was tried or `isStopped` said so
 */
export async function refundInTurn(
  wishes: readonly Wish[],
  { over, reason, told, isStopped }: InTurn,
): Promise<string | null> {
  const fresh = wishes.filter(({ state }) => state === 'open');
  const again = wishes.filter(({ state }) => state === 'failed');
  let unanswered = 0;
  for (const wish of [...fresh, ...again]) {
    if (isStopped()) return null;
    try {
      told(await refund(over, wish, reason));
      unanswered = 0;
    } catch (error) {
      const retry = error instanceof ApiProblem ? error.retry : null;
      if (retry === 'after-sign-in') return reasonOf(error).message;
      told({ ...wish, state: retry === 'never' ? 'refused' : 'failed', why: inWords(error) });
      unanswered = retry === 'later' ? unanswered + 1 : 0;
      // The reason of this one order is shown next to it.
      if (unanswered === MOST_UNANSWERED) return 'Three orders in a row couldn’t be refunded.';
    }
  }
  return null;
}

async function refund(over: Pick<Api, 'post'>, wish: Wish, reason: string): Promise<Wish> {
  const { order, requestId } = wish;
  const body: RefundRequest = {
    requestId,
    amount: order.amount,
    reason,
    ...(order.examId !== null && { examId: order.examId }),
  };
  const path = `payments/${encodeURIComponent(order.order_id)}/refunds`;
  const made = refundIn(await over.post(path, body, deskOrderDetailSchema), requestId);
  if (made.status !== 'failed') return { ...wish, state: 'refunded', why: '' };
  const word = made.gatewayReason ? ` It says: ${made.gatewayReason}.` : '';
  // An id that the gateway has refused stays refused, so the next try needs another.
  return {
    ...wish,
    requestId: newRequestId(),
    state: 'failed',
    why: `The bank refused to send it back.${word}`,
  };
}

/**
 * The refund that was asked for under this id, in the order as the server replied.
 * @throws ApiProblem unreadable-reply when it isn't there: nothing says that it was made
 */
export function refundIn({ refunds }: DeskOrderDetail, requestId: string) {
  const made = refunds.find(({ id }) => id === requestId);
  if (!made) throw unreadable('no refund of this id');
  return made;
}

function inWords(error: unknown): string {
  if (isUnsure(error)) return 'The bank didn’t reply, so it may or may not have been refunded.';
  const field = error instanceof ApiProblem ? error.fields.amount : undefined;
  return field ?? reasonOf(error).message;
}

/** The most rows that the server gives on one page. */
const MOST_ROWS = 200;

/** @returns the orders of an exam; failed ones only of candidates who have no other */
export async function ordersOfExam(examId: string, signal: AbortSignal): Promise<DeskOrder[]> {
  // When the list changes between two requests, a row may be on both pages.
  const found = new Map<string, DeskOrder>();
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const query = `exam=${encodeURIComponent(examId)}&sort=order&page=${page}&pageSize=${MOST_ROWS}`;
    const { data, total } = await api.getPage(`payments?${query}`, deskOrderListSchema, { signal });
    for (const order of data) if (order.examId === examId) found.set(order.order_id, order);
    pages = Math.ceil(total / MOST_ROWS);
  }
  const orders = [...found.values()];
  const paid = new Set(orders.filter(({ status }) => status !== 'failed').map(({ uid }) => uid));
  return orders.filter(({ status, uid }) => status !== 'failed' || !paid.has(uid));
}
