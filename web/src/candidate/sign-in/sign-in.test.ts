import { expect, it } from 'vitest';
import type { User } from '#contract/wire/users.ts';
import { homePath } from './sign-in.page.tsx';

const asha: User = {
  uid: 'K7QM2XP',
  role: 'candidate',
  fullName: 'Asha Rao',
  email: 'asha@example.com',
  mobile: '9876543210',
  status: 'Registered',
  examID: 'va-2026',
  examStatus: null,
  score: [],
  TxnID: null,
  mustChangePassword: false,
};

it('sends a Registered candidate to the openings and a Completed one to the result', () => {
  expect(homePath(asha)).toBe('/jobs');
  expect(homePath({ ...asha, status: 'Completed' })).toBe('/examresult');
});

it('sends a candidate with Fees Paid to the payment page of their own order', () => {
  expect(homePath({ ...asha, status: 'Fees Paid', TxnID: 'EXAM-K7QM2XP-17' })).toBe(
    '/paymentresponse?status=success&order_id=EXAM-K7QM2XP-17',
  );
});

it('sends a candidate whose fee was paid without an order straight to the exam', () => {
  expect(homePath({ ...asha, status: 'Fees Paid' })).toBe('/exam');
});

it('sends the administrator to the exam manager', () => {
  expect(homePath({ ...asha, uid: 'SuperAdmin', role: 'admin' })).toBe('/adminexammanager');
});
