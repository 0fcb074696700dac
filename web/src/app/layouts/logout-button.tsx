/**
 * The parts of the navigation for signed-in people only: links to their exam and their account, and Logout. Logging out
 * leads home; while answers wait on this phone, it says so instead.
 */
import { useState } from 'react';
import { NavLink, useNavigate } from 'react-router-dom';
import type { User } from '#contract/wire/users.ts';
import { reasonToStay, signOut } from '#web/candidate/sign-in/sign-out.ts';
import { nextStep } from '#web/shared/next-step.ts';
import { paths } from '#web/shared/paths.ts';
import { useUser } from '#web/shared/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import styles from './logout-button.module.css';

/** Replaces Get Hired, which is for people who aren't signed in. */
export function MyExam() {
  const user = useUser();
  if (!user) return null;
  return (
    <LinkButton to={nextStep(user).to} variant="primary">
      {user.role === 'candidate' ? 'My exam' : user.role === 'admin' ? 'My desk' : 'My exams'}
    </LinkButton>
  );
}

/** The same for staff. If the check fails, that is a reason, too. */
async function reasonInHall({ uid }: User): Promise<string | null> {
  try {
    return await (await import('#web/proctor/sync/outside-hall.ts')).reasonToStayInHall(uid);
  } catch (error) {
    console.error(error);
    return 'We couldn’t check whether this phone still has actions to send. Please try again.';
  }
}

export default function LogoutButton() {
  const user = useUser();
  const isStaff = user !== null && user.role !== 'candidate';
  const navigate = useNavigate();
  const [pending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  async function leave() {
    setPending(true);
    const reason = user && (await (isStaff ? reasonInHall : reasonToStay)(user));
    setRefusal(reason);
    setPending(false);
    if (reason) return;
    await signOut();
    // On a phone, Logout is in the menu, which by itself closes only for links. It stays open until here, because a
    // refusal is shown in it.
    document.querySelector('[aria-controls="site-menu"]')?.setAttribute('aria-expanded', 'false');
    navigate(paths.home);
  }

  return (
    <>
      {user && !user.mustChangePassword && (
        <NavLink to={paths.account} end className={styles.account ?? ''}>
          My account
        </NavLink>
      )}
      <Button
        variant="quiet"
        data-leaves=""
        pending={pending}
        pendingLabel="Logging out…"
        onClick={leave}
      >
        Logout
      </Button>
      <Dialog
        open={refusal !== null}
        onClose={() => setRefusal(null)}
        title="You can’t log out yet"
        placement="sheet"
        footer={
          <>
            <Button onClick={() => setRefusal(null)}>Stay logged in</Button>
            <LinkButton to={isStaff ? paths.proctor : paths.exam} variant="primary">
              {isStaff ? 'Go to your exams' : 'Go to the exam'}
            </LinkButton>
          </>
        }
      >
        <p>{refusal}</p>
      </Dialog>
    </>
  );
}
