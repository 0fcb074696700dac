/** Staff: proctor accounts, the exams they watch over, their one-time passwords and their access. */
import { useState } from 'react';
import { listSorts } from '#contract/desk/list-sorts.ts';
import {
  newProctorSchema,
  type Proctor,
  type ProctorPassword,
  proctorListSchema,
  proctorPasswordSchema,
  proctorSchema,
} from '#contract/desk/staff.ts';
import { ConfirmDialog } from '#web/shared/desk/confirm-dialog.tsx';
import { DeskPage } from '#web/shared/desk/desk-page.tsx';
import { FormDialog } from '#web/shared/desk/form-dialog.tsx';
import { FoundList } from '#web/shared/desk/found-list.tsx';
import { useFound } from '#web/shared/desk/use-found.ts';
import { Form } from '#web/shared/form.tsx';
import { api } from '#web/shared/http.ts';
import { useSubmit } from '#web/shared/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { PersonFields } from '../candidates/office-dialog.tsx';
import { AssignedExamsDialog } from './assigned-exams-dialog.tsx';
import { type ProctorAct, proctorColumns } from './proctor-columns.tsx';
import { EditProctorDialog, NewPasswordDialog, PasswordDialog } from './proctor-dialogs.tsx';

const listing = { pageSize: 20, sorts: listSorts.proctors };

type Open =
  | { dialog: 'none' }
  | { dialog: 'create' }
  | { dialog: ProctorAct; proctor: Proctor }
  | { dialog: 'shown'; given: ProctorPassword; fullName: string };

export default function StaffManager() {
  const found = useFound<Proctor>('staff', proctorListSchema, listing);
  const { asked } = found;
  const [open, setOpen] = useState<Open>({ dialog: 'none' });
  const [done, setDone] = useState<string | null>(null);

  const close = () => setOpen({ dialog: 'none' });
  const of = (dialog: ProctorAct) =>
    open.dialog === dialog && 'proctor' in open ? open.proctor : null;
  const reload = (what: string) => {
    setDone(what);
    asked.retry();
  };
  const setRevoked = async (proctor: Proctor, act: 'revoke' | 'restore') => {
    await api.post(`staff/${proctor.uid}/${act}`, undefined, proctorSchema);
    reload(
      act === 'revoke'
        ? `${proctor.fullName} can no longer sign in.`
        : `${proctor.fullName} can sign in again.`,
    );
  };

  return (
    <DeskPage
      title="Staff"
      acts={
        <Button variant="primary" onClick={() => setOpen({ dialog: 'create' })}>
          Add proctor
        </Button>
      }
    >
      <FoundList
        found={found}
        one="proctor"
        icon="user"
        done={done}
        none={{
          narrowed: 'Nobody matches by name, UID, mobile or e-mail.',
          empty: 'A proctor watches over exams and helps candidates. Add the first one.',
        }}
        caption="Proctors"
        columns={proctorColumns((dialog, proctor) => setOpen({ dialog, proctor }))}
        rowKey={({ uid }) => uid}
      />

      <NewProctorDialog
        open={open.dialog === 'create'}
        onClose={close}
        onCreated={(given, fullName) => {
          setOpen({ dialog: 'shown', given, fullName });
          reload(`${fullName} was added.`);
        }}
      />
      <PasswordDialog
        shown={open.dialog === 'shown' ? { given: open.given, fullName: open.fullName } : null}
        onClose={close}
      />
      <EditProctorDialog
        proctor={of('edit')}
        onClose={close}
        onSaved={({ fullName }) => {
          close();
          reload(`${fullName} was saved.`);
        }}
        onTakeTheirs={(theirs) => {
          setOpen({ dialog: 'edit', proctor: theirs });
          asked.retry();
        }}
      />
      <AssignedExamsDialog proctor={of('exams')} onClose={close} onChanged={asked.retry} />
      <NewPasswordDialog
        proctor={of('password')}
        onClose={close}
        onGiven={(given, fullName) => setOpen({ dialog: 'shown', given, fullName })}
      />
      <ConfirmDialog
        open={of('revoke') !== null}
        title="Revoke this account?"
        action="Revoke"
        pendingLabel="Revoking…"
        onClose={close}
        onConfirm={async () => {
          const proctor = of('revoke');
          if (proctor) await setRevoked(proctor, 'revoke');
        }}
      >
        <p>
          <strong>{of('revoke')?.fullName}</strong> will be signed out everywhere immediately and
          won’t be able to sign in. Everything they did stays in Activity, and you can restore the
          account later.
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        open={of('restore') !== null}
        title="Restore this account?"
        action="Restore"
        pendingLabel="Restoring…"
        harmless
        onClose={close}
        onConfirm={async () => {
          const proctor = of('restore');
          if (proctor) await setRevoked(proctor, 'restore');
        }}
      >
        <p>
          <strong>{of('restore')?.fullName}</strong> will be able to sign in again with their old
          password and see the same exams. If they never chose one, give them a new one-time
          password afterwards.
        </p>
      </ConfirmDialog>
    </DeskPage>
  );
}

interface NewProctorDialogProps {
  open: boolean;
  onClose: () => void;
  onCreated: (given: ProctorPassword, fullName: string) => void;
}

/** Makes a proctor account; the server gives the UID and the first password. */
function NewProctorDialog({ open, onClose, onCreated }: NewProctorDialogProps) {
  return (
    <FormDialog open={open} onClose={onClose} title="Add proctor">
      <NewProctorForm onCreated={onCreated} />
    </FormDialog>
  );
}

function NewProctorForm({ onCreated }: Pick<NewProctorDialogProps, 'onCreated'>) {
  const submit = useSubmit({
    schema: newProctorSchema,
    send: async (form) => ({
      given: await api.post('staff', form, proctorPasswordSchema),
      fullName: form.fullName,
    }),
    onDone: ({ given, fullName }) => onCreated(given, fullName),
    fallback: 'We couldn’t create the account. Please try again.',
  });
  return (
    <Form
      submit={submit}
      action="Add proctor"
      pendingLabel="Adding…"
      problemTitle="The proctor wasn’t added"
    >
      <PersonFields mobileHint="We’ll send the UID and one-time password to it by SMS" />
    </Form>
  );
}
