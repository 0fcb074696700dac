import { expect, it } from 'vitest';
import { ApiProblem } from '#web/shared/api-problem.ts';
import { paymentProblem } from '#web/shared/payments/pay-now.tsx';
import { uidOfOrder } from './exam-payment.page.tsx';
import { toldFailure } from './outcome.tsx';

it('takes the uid from the second dash-separated segment of an order id', () => {
  expect(uidOfOrder('EXAM-K7QM2XP-1795236000000')).toBe('K7QM2XP');
  expect(uidOfOrder('nonsense')).toBeNull();
});

it('says why a payment did not start, in the server’s words where there are any', () => {
  const refused = new ApiProblem(
    'already-paid',
    'You’ve already paid the fee for your exam.',
    'never',
  );
  expect(paymentProblem(refused)).toBe('You’ve already paid the fee for your exam.');
  expect(paymentProblem(new ApiProblem('unreadable-reply', 'Not ours.', 'later'))).toBe(
    'Failed to initiate payment',
  );
  expect(paymentProblem(new TypeError('x'))).toBe('An error occurred while initiating payment');
});

it('believes the page’s address about a failure that the server doesn’t know, but never about a success', () => {
  const failed = new URLSearchParams('status=failed&order_id=EXAM-K7QM2XP-1&error=Declined');
  expect(toldFailure(failed, 'not-found')).toBe('Declined');
  expect(toldFailure(failed, 'signed-out')).toBe('Declined');
  expect(toldFailure(new URLSearchParams('status=cancelled'), 'not-found')).toBe('');
  expect(toldFailure(failed, 'offline')).toBeNull();
  for (const status of ['success', 'pending', 'review', 'refunded', ''])
    expect(toldFailure(new URLSearchParams({ status }), 'not-found')).toBeNull();
});

it('shows a reason from the address word for word only if it can’t tell anyone to call or to pay elsewhere', () => {
  const told = (error: string) =>
    toldFailure(new URLSearchParams({ status: 'failed', error }), 'not-found');
  for (const reason of ['Insufficient funds', 'The bank declined the payment.', 'Payment failed'])
    expect(told(reason)).toBe(reason);
  const tricks = [
    'Declined, pay at evil.in',
    'Failed\u202e knab',
    'Send it to rohan',
    'bank@upi failed',
  ];
  for (const trick of [...tricks, 'Failed please pay rohan at okaxis'])
    expect(told(trick)).not.toContain(trick);
  expect(told('Call +91 90000 00000 and pay there')).toBe('');
  expect(told('Card declined. Call +91 90000 00000')).toBe('');
  expect(told('INSUFFICIENT_FUNDS')).toBe('INSUFFICIENT FUNDS');
});
