// The fresh user, after their open payments were settled with the gateway. By itself it makes nobody
// Fees Paid: only what the gateway confirms does.
import type { User } from '#contract/wire/users.ts';
import { readUser } from '#db/queries/users.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { reconcileOpenOrders } from '../payments/reconcile-open.ts';
import { normaliseUid } from './normalise-uid.ts';
import { toUser } from './to-user.ts';

/** @throws Problem not-found */
export async function refreshUser(deps: Deps, uid: string): Promise<User> {
  const known = normaliseUid(uid);
  await reconcileOpenOrders(deps, { uid: known });
  const row = await readUser(deps.db, known);
  if (!row) throw new Problem('not-found');
  return toUser(row);
}
