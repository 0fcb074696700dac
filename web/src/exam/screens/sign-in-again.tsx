/**
 * The session ended while the exam goes on, as by a password changed elsewhere: asks for the sign-in over the exam,
 * once by itself, and stays in sight until it is done. Answering goes on meanwhile.
 */
import { useEffect, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SignInForm } from './sign-in-form.tsx';

interface SignInAgainProps {
  needed: boolean;
  uid: string;
}

export function SignInAgain({ needed, uid }: SignInAgainProps) {
  const [open, setOpen] = useState(true);
  useEffect(() => {
    if (!needed) setOpen(true);
  }, [needed]);
  if (!needed) return null;
  return (
    <>
      <Notice tone="warn" title="Please sign in again">
        <p>
          You are signed out, perhaps because your password was changed. Your answers are safe on
          this phone, and will be sent when you sign in.
        </p>
        <Button onClick={() => setOpen(true)}>Sign in</Button>
      </Notice>
      <Dialog open={open} onClose={() => setOpen(false)} title="Sign in again" placement="sheet">
        <p>
          You were signed out, perhaps because your password was changed. Nothing is lost: sign in,
          and your answers will be sent. You stay at your question.
        </p>
        <SignInForm uid={uid} />
      </Dialog>
    </>
  );
}
