/** What can still go back of an order by our own book, in rupees; the gateway has the last word. */
import type { DeskOrder } from '#contract/desk/payment-desk.ts';

export function refundableOf({ status, amount, refunded, officeInvoice }: DeskOrder): number {
  if (officeInvoice !== null) return 0;
  if (status !== 'success' && status !== 'review') return 0;
  return Math.max(0, Math.round((amount - refunded) * 100) / 100);
}
