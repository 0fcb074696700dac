/**
 * A failure that the address tells of, where the server says nothing to this person about the order: it doesn't
 * know it, or they aren't signed in as its candidate (specification section 2, payment response screens).
 * A success is never believed from the address.
 */
import type { ClientProblemCode } from '#web/shared/api-problem.ts';

const saysNothing: readonly (ClientProblemCode | null)[] = ['not-found', 'signed-out', 'forbidden'];
/** What the server's own way back says of orders that are not lost. */
const notFailed = ['success', 'pending', 'review', 'refunded'];

/** @returns the reason as the address gives it, empty for none; null where the address tells of no failure */
export function toldFailure(
  address: URLSearchParams,
  code: ClientProblemCode | null,
): string | null {
  const status = address.get('status');
  if (!status || notFailed.includes(status) || !saysNothing.includes(code)) return null;
  return address.get('error') ?? '';
}
