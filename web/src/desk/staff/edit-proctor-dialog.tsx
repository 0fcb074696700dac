/** Corrects a proctor's name, mobile number and e-mail address. */
import { newProctorSchema, type Proctor, proctorSchema } from '#contract/desk/staff.ts';
import { ChangedMeanwhile } from '#web/shared/desk/changed-meanwhile.tsx';
import type { InWords } from '#web/shared/desk/list-changes.ts';
import { Form } from '#web/shared/form.tsx';
import { api } from '#web/shared/http.ts';
import { useVersionedSubmit } from '#web/shared/use-versioned-submit.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { PersonFields } from '../people/person-fields.tsx';

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
    <Dialog open={proctor !== null} onClose={onClose} title="Edit proctor">
      {proctor && <EditProctorForm key={proctor.version} proctor={proctor} {...rest} />}
    </Dialog>
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
    readNewest: () => api.get(path, proctorSchema),
    send: (typed, { version }) => api.put(path, { ...typed, version }, proctorSchema),
    onDone: onSaved,
    fallback: 'The proctor could not be saved. Please try again.',
  });
  return (
    <Form
      submit={submit}
      action="Save"
      pendingLabel="Saving…"
      problemTitle="The proctor was not saved"
      before={
        conflict && (
          <ChangedMeanwhile
            what="this proctor"
            conflict={conflict}
            inWords={inWords}
            onTakeTheirs={onTakeTheirs}
          />
        )
      }
    >
      <PersonFields
        person={proctor}
        mobileHint="If you change the number, an unused one-time password stops working. Give a new one then."
      />
    </Form>
  );
}

function inWords({ fullName, mobile, email }: Proctor): InWords {
  return { 'Full name': fullName, Mobile: mobile, Email: email };
}
