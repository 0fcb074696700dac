/** Corrects a proctor's name, mobile number and e-mail address. */

import { useRef, useState } from 'react';
import {
  newProctorSchema,
  type Proctor,
  type ProctorPassword,
  proctorPasswordSchema,
  proctorSchema,
} from '#contract/desk/staff.ts';
import { SaveForm, useVersionedSubmit } from '#web/shared/desk/changed-meanwhile.tsx';
import type { InWords } from '#web/shared/desk/changes-between.ts';
import { ConfirmDialog } from '#web/shared/desk/confirm-dialog.tsx';
import { FormDialog } from '#web/shared/desk/form-dialog.tsx';
import { formatDateTime } from '#web/shared/format.ts';
import { api } from '#web/shared/http.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { PersonFields } from '../candidates/office-dialog.tsx';
import styles from './staff.module.css';

interface EditProctorDialogProps {
  /** Null while none is open. */
  proctor: Proctor | null;
  onClose: () => void;
  onSaved: (proctor: Proctor) => void;
  /** Somebody else's version is wanted instead of what was typed. */
  onTakeTheirs: (theirs: Proctor) => void;
}

export function EditProctorDialog({ proctor, onClose, ...rest }: EditProctorDialogProps) {
  return (
    <FormDialog open={proctor !== null} onClose={onClose} title="Edit proctor">
      {proctor && <EditProctorForm key={proctor.version} proctor={proctor} {...rest} />}
    </FormDialog>
  );
}

type EditProctorFormProps = Omit<EditProctorDialogProps, 'proctor' | 'onClose'> & {
  proctor: Proctor;
};

function EditProctorForm({ proctor, onSaved, onTakeTheirs }: EditProctorFormProps) {
  const path = `staff/${proctor.uid}`;
  const { submit, conflict } = useVersionedSubmit({
    schema: newProctorSchema,
    opened: proctor,
    what: 'this proctor',
    inWords,
    readNewest: () => api.get(path, proctorSchema),
    send: (typed, { version }) => api.put(path, { ...typed, version }, proctorSchema),
    onDone: onSaved,
    fallback: 'We couldn’t save the proctor. Please try again.',
  });
  return (
    <SaveForm
      submit={submit}
      conflict={conflict}
      onTakeTheirs={onTakeTheirs}
      problemTitle="The proctor wasn’t saved"
    >
      <PersonFields
        person={proctor}
        mobileHint="If you change the number, any unused one-time password stops working, so give them a new one."
      />
    </SaveForm>
  );
}

function inWords({ fullName, mobile, email }: Proctor): InWords {
  return { 'Full name': fullName, Mobile: mobile, Email: email };
}

// The one-time password, shown this once: closing the window is the last of it.

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
          I’ve noted it
        </Button>
      }
    >
      {shown && (
        <div className={styles.stack}>
          <p>
            For <strong>{shown.fullName}</strong>. We’ll only show it now, and we’re also sending it
            by SMS. It can be used once, until {formatDateTime(shown.given.validUntil)}. The proctor
            will then choose a new password.
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
        We’ll show it here once and send it to <strong>{proctor?.fullName}</strong> by SMS. The
        current password works until the new one is used. But if they sign in with an authenticator
        app, both the app and the current password stop working immediately.
      </p>
    </ConfirmDialog>
  );
}
