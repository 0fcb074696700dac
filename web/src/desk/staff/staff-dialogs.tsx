/** Windows for one member of staff: correcting name, mobile and email, and giving a one-time password. */

import { useRef } from 'react';
import {
  newStaffSchema,
  type Staff,
  type StaffPassword,
  staffPasswordSchema,
  staffSchema,
} from '#contract/desk/staff.ts';
import { SaveForm, useVersionedSubmit } from '#web/shared/desk/changed-meanwhile.tsx';
import type { InWords } from '#web/shared/desk/changes-between.ts';
import { ConfirmDialog } from '#web/shared/desk/confirm-dialog.tsx';
import { FormDialog } from '#web/shared/desk/form-dialog.tsx';
import { formatDateTime } from '#web/shared/format.ts';
import { api } from '#web/shared/http.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { PersonFields } from '../candidates/office-dialog.tsx';
import styles from './staff.module.css';
import { nounOf } from './staff-columns.tsx';

interface EditStaffDialogProps {
  /** Null while the window is closed. */
  staff: Staff | null;
  onClose: () => void;
  onSaved: (staff: Staff) => void;
  /** The administrator prefers the version that somebody else saved to what they typed. */
  onTakeTheirs: (theirs: Staff) => void;
}

export function EditStaffDialog({ staff, onClose, ...rest }: EditStaffDialogProps) {
  return (
    <FormDialog
      open={staff !== null}
      onClose={onClose}
      title={`Edit ${staff ? nounOf(staff) : ''}`}
    >
      {staff && <EditStaffForm key={staff.version} staff={staff} {...rest} />}
    </FormDialog>
  );
}

type EditStaffFormProps = Omit<EditStaffDialogProps, 'staff' | 'onClose'> & {
  staff: Staff;
};

function EditStaffForm({ staff, onSaved, onTakeTheirs }: EditStaffFormProps) {
  const path = `staff/${staff.uid}`;
  const { submit, conflict } = useVersionedSubmit({
    schema: newStaffSchema,
    opened: staff,
    what: `this ${nounOf(staff)}`,
    inWords,
    readNewest: () => api.get(path, staffSchema),
    send: (typed, { version }) => api.put(path, { ...typed, version }, staffSchema),
    onDone: onSaved,
    fallback: 'We couldn’t save the account. Please try again.',
  });
  return (
    <SaveForm
      submit={submit}
      conflict={conflict}
      onTakeTheirs={onTakeTheirs}
      problemTitle="The account wasn’t saved"
    >
      <PersonFields
        person={staff}
        mobileHint="If you change the number, any unused one-time password stops working, so give them a new one."
      />
    </SaveForm>
  );
}

function inWords({ fullName, mobile, email }: Staff): InWords {
  return { 'Full name': fullName, Mobile: mobile, Email: email };
}

// The one-time password, shown only once: after the window is closed, it can't be seen again.

interface PasswordDialogProps {
  shown: { given: StaffPassword; fullName: string } | null;
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
            by SMS. It can be used once, until {formatDateTime(shown.given.validUntil)}. They will
            then choose a new password.
          </p>
          <Secret label="UID" value={shown.given.uid} />
          <Secret label="One-time password" value={shown.given.password} />
        </div>
      )}
    </Dialog>
  );
}

function Secret({ label, value }: { label: string; value: string }) {
  return (
    <div className={styles.secret}>
      <p>
        <span className={styles.secretLabel}>{label}</span>
        <strong className={styles.secretValue}>{value}</strong>
      </p>
      <CopyButton text={value} aria-label={`Copy ${label}`}>
        Copy
      </CopyButton>
    </div>
  );
}

interface NewPasswordDialogProps {
  staff: Staff | null;
  onClose: () => void;
  onGiven: (given: StaffPassword, fullName: string) => void;
}

/** Asks before somebody gets another one-time password. */
export function NewPasswordDialog({ staff, onClose, onGiven }: NewPasswordDialogProps) {
  // A ref rather than a state, because confirming closes the window before the next render.
  const given = useRef<StaffPassword | null>(null);
  return (
    <ConfirmDialog
      open={staff !== null}
      title="Give a new one-time password?"
      action="Give password"
      pendingLabel="Creating it…"
      harmless
      // After a confirmation, the window with the password takes the place of this one.
      onClose={() => {
        if (given.current && staff) onGiven(given.current, staff.fullName);
        else onClose();
        given.current = null;
      }}
      onConfirm={async () => {
        if (!staff) return;
        given.current = await api.post(
          `staff/${staff.uid}/password`,
          undefined,
          staffPasswordSchema,
        );
      }}
    >
      <p>
        We’ll show it here once and send it to <strong>{staff?.fullName}</strong> by SMS. The
        current password works until the new one is used. But if they sign in with an authenticator
        app, both the app and the current password stop working immediately.
      </p>
    </ConfirmDialog>
  );
}
