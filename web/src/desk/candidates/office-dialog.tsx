/** A window for one act of the office on a candidate: an explanation, its fields and a reason, which Activity records. */
import type { ComponentProps, ReactNode } from 'react';
import { FormDialog } from '#web/shared/desk/form-dialog.tsx';
import { Form } from '#web/shared/form.tsx';
import { type SubmitPlan, useSubmit } from '#web/shared/use-submit.ts';
import { TextArea, TextField } from '#web/ui/field.tsx';

interface OfficeFormProps<Body, Reply> extends Omit<SubmitPlan<Body, Reply>, 'onTyped'> {
  action: string;
  pendingLabel: string;
  problemTitle: string;
  danger?: boolean;
  children: ReactNode;
}

interface OfficeDialogProps<Body, Reply> extends OfficeFormProps<Body, Reply> {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Something outside the form's fields was changed, so closing the window asks first. */
  changed?: boolean;
}

export function OfficeDialog<Body, Reply>(props: OfficeDialogProps<Body, Reply>) {
  const { open, onClose, title, changed = false, ...form } = props;
  return (
    <FormDialog open={open} onClose={onClose} title={title} changed={changed}>
      <OfficeForm {...form} />
    </FormDialog>
  );
}

function OfficeForm<Body, Reply>(props: OfficeFormProps<Body, Reply>) {
  const { schema, send, onDone, fallback, children, ...form } = props;
  return (
    <Form submit={useSubmit({ schema, send, onDone, fallback })} {...form}>
      {children}
      <ReasonField />
    </Form>
  );
}

export function ReasonField() {
  return (
    <TextArea
      label="Reason"
      name="reason"
      rows={2}
      maxLength={300}
      hint="This stays in Activity permanently. The candidate can’t see it."
    />
  );
}

/** The office's own note; may be left blank. */
export function NoteField(field: Partial<ComponentProps<typeof TextArea>>) {
  return <TextArea label="Note" name="note" optional rows={3} maxLength={2_000} {...field} />;
}

// A person's name, mobile and email, for adding a person and for correcting their details.

interface PersonFieldsProps {
  person?: { fullName: string; mobile: string; email: string };
  mobileHint: string;
}

export function PersonFields({ person, mobileHint }: PersonFieldsProps) {
  return (
    <>
      <TextField
        label="Full name"
        name="fullName"
        autoComplete="off"
        maxLength={120}
        defaultValue={person?.fullName}
      />
      <TextField
        label="Mobile"
        name="mobile"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        hint={mobileHint}
        defaultValue={person?.mobile}
      />
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="off"
        optional
        defaultValue={person?.email}
      />
    </>
  );
}
