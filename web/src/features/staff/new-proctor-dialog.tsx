/** Makes a proctor account; the server gives the UID and the first password. */
import { newProctorSchema, type ProctorPassword, proctorPasswordSchema } from '#contract/staff.ts';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Form } from '#web/components/ui/form.tsx';
import { TextField } from '#web/components/ui/text-field.tsx';
import { api } from '#web/lib/http.ts';
import { useSubmit } from '#web/lib/use-submit.ts';

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
    fallback: 'The account could not be made. Please try again.',
  });
  const { errors } = submit;
  return (
    <Form
      submit={submit}
      action="Add proctor"
      pendingLabel="Adding…"
      problemTitle="The proctor was not added"
    >
      <TextField
        label="Full name"
        name="fullName"
        autoComplete="off"
        maxLength={120}
        error={errors.fullName}
      />
      <TextField
        label="Mobile"
        name="mobile"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        hint="Gets the UID and the one-time password by SMS"
        error={errors.mobile}
      />
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="off"
        optional
        error={errors.email}
      />
    </Form>
  );
}
