/** A form whose layout is its own: marks its fields with what is wrong, by their names. */
import type { ComponentProps } from 'react';
import { FieldErrors } from '../ui/field.tsx';
import type { Submit } from './use-submit.ts';

interface BareFormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  submit: Pick<Submit, 'errors' | 'form'>;
}

export function BareForm({ submit, children, ...form }: BareFormProps) {
  return (
    <form {...submit.form} {...form}>
      <FieldErrors value={submit.errors}>{children}</FieldErrors>
    </form>
  );
}
