/** Where a signed-in person continues from the front page. */
import { nextStep } from '#web/shared/next-step.ts';
import { paths } from '#web/shared/paths.ts';
import { useUser } from '#web/shared/session.ts';
import { LinkButton } from '#web/ui/link-button.tsx';

export default function NextStep() {
  const user = useUser();
  const { to, label } = user ? nextStep(user) : { to: paths.register, label: 'Register' };
  return (
    <LinkButton to={to} size="lg" variant="quiet">
      {label}
    </LinkButton>
  );
}
