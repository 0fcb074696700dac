/** Staff: accounts of proctors and administrators, the exams that proctors watch over, one-time passwords, revoking access. */
import { useRef, useState } from 'react';
import { listSorts } from '#contract/desk/list-sorts.ts';
import {
  newStaffSchema,
  type Staff,
  type StaffPassword,
  type StaffRole,
  staffListSchema,
  staffPasswordSchema,
  staffSchema,
} from '#contract/desk/staff.ts';
import { SUPER_ADMIN } from '#contract/wire/users.ts';
import { ApiProblem } from '#web/shared/api-problem.ts';
import { ConfirmDialog } from '#web/shared/desk/confirm-dialog.tsx';
import { DeskPage } from '#web/shared/desk/desk-page.tsx';
import { FormDialog } from '#web/shared/desk/form-dialog.tsx';
import { FoundList } from '#web/shared/desk/found-list.tsx';
import { useFound } from '#web/shared/desk/use-found.ts';
import { Form } from '#web/shared/form.tsx';
import { api } from '#web/shared/http.ts';
import { isUnsure } from '#web/shared/is-unsure.ts';
import { useUser } from '#web/shared/session.ts';
import { useSubmit } from '#web/shared/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { PersonFields } from '../candidates/office-dialog.tsx';
import { AssignedExamsDialog } from './assigned-exams-dialog.tsx';
import { nounOf, type StaffAct, staffColumns } from './staff-columns.tsx';
import { EditStaffDialog, NewPasswordDialog, PasswordDialog } from './staff-dialogs.tsx';

const listing = { pageSize: 20, sorts: listSorts.proctors };

type Open =
  | { dialog: 'none' }
  | { dialog: 'create'; role: StaffRole }
  | { dialog: StaffAct; staff: Staff }
  | { dialog: 'shown'; given: StaffPassword; fullName: string };

export default function StaffManager() {
  const found = useFound<Staff>('staff', staffListSchema, listing);
  const { asked } = found;
  const isSuperAdmin = useUser()?.uid === SUPER_ADMIN;
  const [open, setOpen] = useState<Open>({ dialog: 'none' });
  const [done, setDone] = useState<string | null>(null);

  const close = () => setOpen({ dialog: 'none' });
  const of = (dialog: StaffAct) => (open.dialog === dialog && 'staff' in open ? open.staff : null);
  const reload = (what: string) => {
    setDone(what);
    asked.retry();
  };
  const setRevoked = async (staff: Staff, act: 'revoke' | 'restore') => {
    await api.post(`staff/${staff.uid}/${act}`, undefined, staffSchema);
    reload(
      act === 'revoke'
        ? `${staff.fullName} can no longer sign in.`
        : `${staff.fullName} can sign in again.`,
    );
  };

  return (
    <DeskPage
      title="Staff"
      acts={
        <>
          <Button variant="primary" onClick={() => setOpen({ dialog: 'create', role: 'proctor' })}>
            Add proctor
          </Button>
          {isSuperAdmin && (
            <Button onClick={() => setOpen({ dialog: 'create', role: 'admin' })}>
              Add administrator
            </Button>
          )}
        </>
      }
    >
      <FoundList
        found={found}
        one="person"
        many="people"
        icon="user"
        done={done}
        none={{
          narrowed: 'Nobody matches by name, UID, mobile or email.',
          empty: 'A proctor watches over exams and helps candidates. Add the first one.',
        }}
        caption="Staff"
        columns={staffColumns(isSuperAdmin, (dialog, staff) => setOpen({ dialog, staff }))}
        rowKey={({ uid }) => uid}
      />

      <NewStaffDialog
        role={open.dialog === 'create' ? open.role : null}
        onClose={close}
        onCreated={(given, fullName) => {
          setOpen({ dialog: 'shown', given, fullName });
          reload(`${fullName} was added.`);
        }}
        onUnsure={asked.retry}
      />
      <PasswordDialog
        shown={open.dialog === 'shown' ? { given: open.given, fullName: open.fullName } : null}
        onClose={close}
      />
      <EditStaffDialog
        staff={of('edit')}
        onClose={close}
        onSaved={({ fullName }) => {
          close();
          reload(`${fullName} was saved.`);
        }}
        onTakeTheirs={(theirs) => {
          setOpen({ dialog: 'edit', staff: theirs });
          asked.retry();
        }}
      />
      <AssignedExamsDialog proctor={of('exams')} onClose={close} onChanged={asked.retry} />
      <NewPasswordDialog
        staff={of('password')}
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
          const staff = of('revoke');
          if (staff) await setRevoked(staff, 'revoke');
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
          const staff = of('restore');
          if (staff) await setRevoked(staff, 'restore');
        }}
      >
        <p>
          <strong>{of('restore')?.fullName}</strong> will be able to sign in again with their old
          password, with the same rights as before. If they never chose one, give them a new
          one-time password afterwards.
        </p>
      </ConfirmDialog>
    </DeskPage>
  );
}

interface NewStaffDialogProps {
  /** Null while the window is closed. */
  role: StaffRole | null;
  onClose: () => void;
  onCreated: (given: StaffPassword, fullName: string) => void;
  /** No reply came, so the new person may be in the list already. */
  onUnsure: () => void;
}

const PERHAPS_ADDED =
  'Someone with this number is already on the list. It may be who you just tried to add: no reply came, so we couldn’t tell. If it is, close this window and choose New password under More.';

/** Creates an account; the server makes the UID and the first password. */
function NewStaffDialog({ role, onClose, ...form }: NewStaffDialogProps) {
  return (
    <FormDialog
      open={role !== null}
      onClose={onClose}
      title={role ? `Add ${nounOf({ role })}` : ''}
    >
      {role && <NewStaffForm role={role} {...form} />}
    </FormDialog>
  );
}

type NewStaffFormProps = Omit<NewStaffDialogProps, 'role' | 'onClose'> & { role: StaffRole };

function NewStaffForm({ role, onCreated, onUnsure }: NewStaffFormProps) {
  const unsureOf = useRef<string | null>(null);
  const submit = useSubmit({
    schema: newStaffSchema,
    send: async (form) => {
      try {
        const given = await api.post('staff', { ...form, role }, staffPasswordSchema);
        return { given, fullName: form.fullName };
      } catch (problem) {
        if (isUnsure(problem)) {
          unsureOf.current = form.mobile;
          onUnsure();
        }
        if (
          problem instanceof ApiProblem &&
          problem.fields.mobile &&
          unsureOf.current === form.mobile
        )
          throw new ApiProblem(problem.code, PERHAPS_ADDED, problem.retry, {
            fields: problem.fields,
          });
        throw problem;
      }
    },
    onDone: ({ given, fullName }) => onCreated(given, fullName),
    fallback: 'We couldn’t create the account. Please try again.',
  });
  return (
    <Form
      submit={submit}
      action={`Add ${nounOf({ role })}`}
      pendingLabel="Adding…"
      problemTitle={`The ${nounOf({ role })} wasn’t added`}
    >
      {role === 'admin' && (
        <p>
          An administrator can see and change everything here, except other administrators’
          accounts. Activity shows what they do under their own name.
        </p>
      )}
      <PersonFields mobileHint="We’ll send the UID and one-time password to it by SMS" />
    </Form>
  );
}
