/** What to say of a payment that could not be started (specification, section 8). */
import { ApiProblem } from '#web/shared/api-problem.ts';

export function paymentProblem(error: unknown): string {
  if (!(error instanceof ApiProblem)) return 'An error occurred while initiating payment';
  if (error.code === 'unreadable-reply') return 'Failed to initiate payment';
  return error.message;
}
