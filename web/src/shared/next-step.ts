/** Where a signed-in person continues, whatever page they are on. */
import type { User } from '#contract/wire/users.ts';
import { paths } from './paths.ts';

/** @returns the address, and the label of a link to it */
export function nextStep(user: User): { to: string; label: string } {
  if (user.mustChangePassword) return { to: paths.signIn, label: 'Choose a new password' };
  if (user.role === 'proctor') return { to: paths.proctor, label: 'Go to your exams' };
  if (user.role !== 'candidate') return { to: paths.signIn, label: 'Go to your desk' };
  switch (user.status) {
    case 'Registered':
      return { to: paths.jobs, label: 'Go to your application' };
    case 'Fees Paid':
      return { to: paths.exam, label: 'Go to your exam' };
    case 'Completed':
      return { to: paths.examResult, label: 'See your result' };
  }
}
