/** For the queue at the door: the proctor finds the candidate by it. What it shows comes when it is asked for. */
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import type { HallTicketDialogProps } from './hall-ticket-dialog.tsx';

const HallTicketDialog = lazy<ComponentType<HallTicketDialogProps>>(() =>
  import('./hall-ticket-dialog.tsx').catch((error: unknown) => {
    console.error('The hall ticket could not be opened', error);
    alert('Your hall ticket could not be opened. Please tell the proctor your UID instead.');
    return { default: () => null };
  }),
);

export function HallTicketButton(ticket: Omit<HallTicketDialogProps, 'onClose'>) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon="user" onClick={() => setOpen(true)}>
        Show my hall ticket
      </Button>
      {open && (
        <Suspense fallback={null}>
          <HallTicketDialog {...ticket} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
