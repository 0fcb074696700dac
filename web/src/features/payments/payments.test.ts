import { expect, it } from 'vitest';
import { ApiProblem } from '#web/lib/api-problem.ts';
import { uidOfOrder } from './exam-payment-success.tsx';
import { paymentProblem } from './payment-problem.ts';

it('takes the uid from the second dash-separated segment of an order id (specification section 4)', () => {
  expect(uidOfOrder('EXAM-K7QM2XP-1795236000000')).toBe('K7QM2XP');
  expect(uidOfOrder('nonsense')).toBeNull();
});

it('words a payment that did not start as the specification’s error catalogue does', () => {
  const refused = new ApiProblem('already-paid', 'The fee for your exam is already paid.', 'never');
  expect(paymentProblem(refused)).toBe('The fee for your exam is already paid.');
  expect(paymentProblem(new ApiProblem('unreadable-reply', 'Not ours.', 'later'))).toBe(
    'Failed to initiate payment',
  );
  expect(paymentProblem(new TypeError('x'))).toBe('An error occurred while initiating payment');
});
