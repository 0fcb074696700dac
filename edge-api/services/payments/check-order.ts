// The administrator asks the gateway about an order now, whatever the timer has planned.
import type { Deps } from '../../deps.ts';
import { GatewayError } from '../../gateways/gateway-error.ts';
import { Problem } from '../../problem.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { reconcile } from './reconcile.ts';

/** @throws Problem not-found, unavailable (the gateway gives no answer; the timer asks again) */
export async function checkOrder(deps: Deps, actor: string, orderId: string): Promise<void> {
  try {
    if ((await reconcile(deps, orderId, true)) === null) throw new Problem('not-found');
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    throw new Problem('unavailable', {
      sentence:
        'The bank is not responding right now. We will check this order again automatically.',
      retryAfter: 60,
    });
  }
  await recordAudit(deps.db.orm, deps.now(), { actor, action: 'order.checked', subject: orderId });
}
