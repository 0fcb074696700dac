/** The way to extra time for a phone that can't hear of it; what stands behind it comes with the exam's files. */
import { lazy, Suspense, useState } from 'react';
import { Button } from '#web/ui/button.tsx';

const ExtraTimeDialog = lazy(() => import('./extra-time-dialog.tsx'));

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
