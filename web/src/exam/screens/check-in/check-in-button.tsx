/** For the queue at the door: the proctor finds the candidate by it. Its picture comes when it is asked for. */
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import type { CheckInDialogProps } from './check-in-dialog.tsx';

const CheckInDialog = lazy<ComponentType<CheckInDialogProps>>(() =>
  import('./check-in-dialog.tsx').catch((error: unknown) => {
    console.error('The check-in code could not be opened', error);
    alert('The code could not be opened. Please tell the proctor your UID instead.');
    return { default: () => null };
  }),
);

export function CheckInButton({ uid }: { uid: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon="user" onClick={() => setOpen(true)}>
        Show my check-in code
      </Button>
      {open && (
        <Suspense fallback={null}>
          <CheckInDialog uid={uid} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
