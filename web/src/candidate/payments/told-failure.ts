/**
 * A failure that the address tells of, where the server says nothing to this person about the order: it doesn't
 * know it, or they aren't signed in as its candidate (specification section 2, payment response screens).
 * A success is never believed from the address.
 */
import type { ClientProblemCode } from '#web/shared/api-problem.ts';

const saysNothing: readonly (ClientProblemCode | null)[] = ['not-found', 'signed-out', 'forbidden'];
/** What the server's own way back says of orders that are not lost. */
const notFailed = ['success', 'pending', 'review', 'refunded'];

/**
 * What banks and our own server say, in our words. An address is written by whoever sends it: no sentence of its own is ever
 * shown, for it could tell people to call a number or to pay elsewhere.
 */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/cancel/i, 'The payment was cancelled.'],
  [/insufficient|balance/i, 'There was not enough money in the account.'],
  [/expired|time[d ]? ?out/i, 'The payment took too long.'],
  [/authenti|otp|pin/i, 'The bank could not confirm that it was you.'],
  [/declin|refus|reject/i, 'Declined by the bank.'],
];
/** Longer than any reason that is one. */
const LOOKED_AT = 200;

/** @returns the reason in our words, empty for none that we know; null where the address tells of no failure */
export function toldFailure(
  address: URLSearchParams,
  code: ClientProblemCode | null,
): string | null {
  const status = address.get('status');
  if (!status || notFailed.includes(status) || !saysNothing.includes(code)) return null;
  const told = (address.get('error') ?? '').slice(0, LOOKED_AT);
  return reasons.find(([pattern]) => pattern.test(told))?.[1] ?? '';
}
