/** Where somebody who is signed in goes on from the front page. */
import type { User } from '#contract/wire/users.ts';
import { paths } from '#web/shared/paths.ts';
import { useUser } from '#web/shared/session.ts';
import { LinkButton } from '#web/ui/link-button.tsx';

export default function NextStep() {
  const { to, label } = nextStep(useUser());
  return (
    <LinkButton to={to} size="lg" variant="quiet">
      {label}
    </LinkButton>
  );
}

function nextStep(user: User | null): { to: string; label: string } {
  if (!user) return { to: paths.register, label: 'Register' };
  if (user.mustChangePassword) return { to: paths.signIn, label: 'Choose a new password' };
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
