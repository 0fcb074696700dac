/** The one-time password, shown this once: closing the window is the last of it. */
import { useRef, useState } from 'react';
import { type Proctor, type ProctorPassword, proctorPasswordSchema } from '#contract/desk/staff.ts';
import { ConfirmDialog } from '#web/shared/desk/confirm-dialog.tsx';
import { formatDateTime } from '#web/shared/format.ts';
import { api } from '#web/shared/http.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import styles from './staff.module.css';

interface PasswordDialogProps {
  shown: { given: ProctorPassword; fullName: string } | null;
  onClose: () => void;
}

export function PasswordDialog({ shown, onClose }: PasswordDialogProps) {
  return (
    <Dialog
      open={shown !== null}
      onClose={onClose}
      title="One-time password"
      footer={
        <Button variant="primary" onClick={onClose}>
          I have noted it
        </Button>
      }
    >
      {shown && (
        <div className={styles.stack}>
          <p>
            For <strong>{shown.fullName}</strong>. It is shown only now and is also being sent by
            SMS. It can be used once, until {formatDateTime(shown.given.validUntil)}. The proctor
            then chooses a new password.
          </p>
          <Secret label="UID" value={shown.given.uid} />
          <Secret label="One-time password" value={shown.given.password} />
        </div>
      )}
    </Dialog>
  );
}

function Secret({ label, value }: { label: string; value: string }) {
  const [copied, setCopied] = useState(false);
  return (
    <div className={styles.secret}>
      <p>
        <span className={styles.secretLabel}>{label}</span>
        <strong className={styles.secretValue}>{value}</strong>
      </p>
      <Button
        icon={copied ? 'check' : 'copy'}
        aria-label={`Copy ${label}`}
        onClick={() => {
          navigator.clipboard.writeText(value).then(
            () => setCopied(true),
            () => setCopied(false),
          );
        }}
      >
        {copied ? 'Copied' : 'Copy'}
      </Button>
    </div>
  );
}

interface NewPasswordDialogProps {
  proctor: Proctor | null;
  onClose: () => void;
  onGiven: (given: ProctorPassword, fullName: string) => void;
}

/** Asks before a proctor gets another one-time password. */
export function NewPasswordDialog({ proctor, onClose, onGiven }: NewPasswordDialogProps) {
  // A ref: confirming closes the window within the same render.
  const given = useRef<ProctorPassword | null>(null);
  return (
    <ConfirmDialog
      open={proctor !== null}
      title="Give a new one-time password?"
      action="Give password"
      pendingLabel="Creating it…"
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
        It is shown here once and sent to <strong>{proctor?.fullName}</strong> by SMS. The current
        password keeps working until the new one is used.
      </p>
    </ConfirmDialog>
  );
}
