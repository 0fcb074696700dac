/** Asks before a proctor gets another one-time password. */
import { useRef } from 'react';
import { type Proctor, type ProctorPassword, proctorPasswordSchema } from '#contract/desk/staff.ts';
import { ConfirmDialog } from '#web/shared/desk/confirm-dialog.tsx';
import { api } from '#web/shared/http.ts';

interface NewPasswordDialogProps {
  proctor: Proctor | null;
  onClose: () => void;
  onGiven: (given: ProctorPassword, fullName: string) => void;
}

export function NewPasswordDialog({ proctor, onClose, onGiven }: NewPasswordDialogProps) {
  // A ref: confirming closes the window within the same render.
  const given = useRef<ProctorPassword | null>(null);
  return (
    <ConfirmDialog
      open={proctor !== null}
      title="Give a new one-time password?"
      action="Give password"
      pendingLabel="Making it…"
      harmless
      // Confirmed: the password takes this window's place.
      onClose={() => {
        if (given.current && proctor) onGiven(given.current, proctor.fullName);
        else onClose();
        given.current = null;
      }}
      onConfirm={async () => {
        if (!proctor) return;
        given.current = await api.post(
          `staff/${proctor.uid}/password`,
          undefined,
          proctorPasswordSchema,
        );
      }}
    >
      <p>
        It is shown here once and sent to <strong>{proctor?.fullName}</strong> by SMS. The password
        they have now works until the new one is used.
      </p>
    </ConfirmDialog>
  );
}
