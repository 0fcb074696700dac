/**
 * What the server knows of an order. While the bank hasn't decided, it is asked again, calmly and not
 * for ever.
 */
import { useCallback, useEffect, useState } from 'react';
import { type OrderReply, orderReplySchema } from '#contract/site/payments.ts';
import { mayApply } from '#machines/user-status/status.ts';
import { api } from '#web/shared/http.ts';
import { refreshUser } from '#web/shared/refresh-user.ts';
import { readUser } from '#web/shared/session.ts';
import { reasonOf } from '#web/shared/use-load.ts';

/** Pauses between questions in ms: a bank answers within seconds or takes its time. About a minute in all. */
const pauses = [2_000, 3_000, 5_000, 8_000, 12_000, 15_000, 20_000];

export type OrderView =
  | { state: 'loading' }
  | { state: 'failed'; message: string; code: string }
  /** `waiting`: the order is pending and will be asked for again automatically. */
  | { state: 'known'; order: OrderReply; waiting: boolean };

export function useOrder(orderId: string): [OrderView, () => void] {
  const [view, setView] = useState<OrderView>({ state: 'loading' });
  const [round, setRound] = useState(0);

  useEffect(() => {
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;

    async function ask(asked: number) {
      try {
        // Pressed by a person: the server asks the bank now, not when its own turn comes.
        if (round > 0 && asked === 0) await reconcileOwn(leaving.signal);
        const path = `payment/orders/${encodeURIComponent(orderId)}`;
        const order = await api.get(path, orderReplySchema, { signal: leaving.signal });
        const waiting = order.status === 'pending' && asked < pauses.length;
        setView({ state: 'known', order, waiting });
        if (waiting) timer = setTimeout(() => ask(asked + 1), pauses[asked]);
      } catch (error) {
        if (leaving.signal.aborted) return;
        setView({ state: 'failed', ...reasonOf(error) });
      }
    }

    setView({ state: 'loading' });
    ask(0);
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [orderId, round]);

  return [view, useCallback(() => setRound((n) => n + 1), [])];
}

async function reconcileOwn(signal: AbortSignal): Promise<void> {
  const user = readUser();
  if (user && mayApply(user)) await refreshUser(user.uid, user.examID, { signal });
}
