/** Where a stored user is sent after signing in. */
import type { User } from '#contract/wire/users.ts';
import { homeOf } from '#machines/user-status/status.ts';
import { paths } from '#web/shared/paths.ts';

export function homePath(user: User): string {
  const home = homeOf(user);
  if (home !== paths.paymentResponse) return home;
  // An employer or a college paid, or nothing was due: there is no order to show.
  if (!user.TxnID) return paths.exam;
  // The screen asks the server about the order and adds its amount; the query only says which one.
  const query = new URLSearchParams({ status: 'success', order_id: user.TxnID });
  return `${home}?${query}`;
}
