/** The way out when no network comes. What stands behind it comes with the exam's files, for use without network. */
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { Button, type ButtonVariant } from '#web/ui/button.tsx';
import type { HandOverDialogProps } from './hand-over-dialog.tsx';

const HandOverDialog = lazy<ComponentType<HandOverDialogProps>>(() =>
  import('./hand-over-dialog.tsx').catch((error: unknown) => {
    console.error('The hand-over could not be opened', error);
    alert(
      'This could not be opened. Your answers are safe on this phone: please tell the proctor.',
    );
    return { default: () => null };
  }),
);

interface HandOverButtonProps {
  sittingId: string;
  /** Beside the point while the candidate answers, not once the answers wait for their receipt. */
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
