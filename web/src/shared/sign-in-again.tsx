/**
 * Link from a page whose session has ended, or waits for a new password: to the sign-in, and then back to this page.
 */
import { useLocation } from 'react-router-dom';
import { LinkButton } from '#web/ui/link-button.tsx';
import { paths } from './paths.ts';
import { useUser } from './session.ts';

export function SignInAgain() {
  const { pathname, search } = useLocation();
  return (
    <LinkButton to={paths.signIn} state={{ back: pathname + search }}>
      {useUser()?.mustChangePassword ? 'Choose a new password' : 'Sign in'}
    </LinkButton>
  );
}
