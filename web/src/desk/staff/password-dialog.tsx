/** The one-time password, shown this once: closing the window is the last of it. */
import { useState } from 'react';
import type { ProctorPassword } from '#contract/desk/staff.ts';
import { formatDateTime } from '#web/shared/format.ts';
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
            For <strong>{shown.fullName}</strong>. It is shown only this once, and on its way to
            them by SMS. It works once, until {formatDateTime(shown.given.validUntil)}; they then
            choose a password of their own.
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
