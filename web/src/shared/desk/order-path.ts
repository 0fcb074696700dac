import { paths } from '#web/shared/paths.ts';

/** The one order in the list of orders. Beside the addresses that a candidate's phone carries, for the desk alone. */
export function orderSearchPath(orderId: string): string {
  return `${paths.paymentDesk}?${new URLSearchParams({ search: orderId })}`;
}
