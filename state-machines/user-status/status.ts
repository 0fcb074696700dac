// Where a user goes after sign-in, and who may apply.
import { SUPER_ADMIN, type User } from '../contract/wire/users.ts';

type Standing = Pick<User, 'uid' | 'role' | 'status'>;

export type Home = '/adminexammanager' | '/proctor' | '/jobs' | '/paymentresponse' | '/examresult';

/** The page a signed-in user is sent to; Fees Paid goes to the payment-success view of their order. */
export function homeOf(user: Standing): Home {
  if (user.uid === SUPER_ADMIN || user.role === 'admin') return '/adminexammanager';
  if (user.role === 'proctor') return '/proctor';
  switch (user.status) {
    case 'Registered':
      return '/jobs';
    case 'Fees Paid':
      return '/paymentresponse';
    case 'Completed':
      return '/examresult';
  }
}

/** Apply Now is hidden for users whose status is Fees Paid or Completed. */
export function mayApply(user: Standing | null): boolean {
  return user === null || (user.role === 'candidate' && user.status === 'Registered');
}
