/** Signs out and goes home. */
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '#web/components/ui/button.tsx';
import { signOut } from '#web/features/auth/sign-out.ts';
import { paths } from '#web/lib/paths.ts';

export function LogoutButton() {
  const navigate = useNavigate();
  const [pending, setPending] = useState(false);

  async function leave() {
    setPending(true);
    await signOut();
    navigate(paths.home);
  }

  return (
    <Button variant="quiet" pending={pending} pendingLabel="Signing out…" onClick={leave}>
      Logout
    </Button>
  );
}
