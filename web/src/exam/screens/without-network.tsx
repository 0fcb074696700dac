/**
 * What the candidate can do when no network comes. The dialogs load with the exam's files, so they open without a
 * network.
 */
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { Button, type ButtonVariant } from '#web/ui/button.tsx';
import type { HandOverDialogProps } from './hand-over/hand-over-dialog.tsx';

const HandOverDialog = lazy<ComponentType<HandOverDialogProps>>(() =>
  import('./hand-over/hand-over-dialog.tsx').catch((error: unknown) => {
    console.error(error);
    alert('This didn’t open. Your answers are safe on this phone. Please tell the proctor.');
    return { default: () => null };
  }),
);

interface HandOverButtonProps {
  sittingId: string;
  /** Quiet while the candidate answers; primary once the answers wait for their receipt without a network. */
  variant: ButtonVariant;
}

export function HandOverButton({ sittingId, variant }: HandOverButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant={variant} onClick={() => setOpen(true)}>
        No network? Hand over
      </Button>
      {open && (
        <Suspense fallback={null}>
          <HandOverDialog sittingId={sittingId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

// Extra time by a code, for a phone that can't hear of it from the server. The dialog loads with the exam's files.

const ExtraTimeDialog = lazy(() => import('./extra-time/extra-time-dialog.tsx'));

export function ExtraTimeButton({ sittingId, extraKey }: { sittingId: string; extraKey: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" icon="clock" onClick={() => setOpen(true)}>
        Extra time by code
      </Button>
      {open && (
        <Suspense fallback={null}>
          <ExtraTimeDialog
            sittingId={sittingId}
            extraKey={extraKey}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
