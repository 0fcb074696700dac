/** Makes a proctor account; the server gives the UID and the first password. */
import {
  newProctorSchema,
  type ProctorPassword,
  proctorPasswordSchema,
} from '#contract/desk/staff.ts';
import { Form } from '#web/shared/form.tsx';
import { api } from '#web/shared/http.ts';
import { useSubmit } from '#web/shared/use-submit.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { PersonFields } from '../people/person-fields.tsx';

interface NewProctorDialogProps {
  open: boolean;
  onClose: () => void;
  onCreated: (given: ProctorPassword, fullName: string) => void;
}

export function NewProctorDialog({ open, onClose, onCreated }: NewProctorDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Add proctor">
      <NewProctorForm onCreated={onCreated} />
    </Dialog>
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
    fallback: 'The account could not be created. Please try again.',
  });
  return (
    <Form
      submit={submit}
      action="Add proctor"
      pendingLabel="Adding…"
      problemTitle="The proctor was not added"
    >
      <PersonFields mobileHint="Gets the UID and the one-time password by SMS" />
    </Form>
  );
}
