/** One line of text with its label, hint and error. */
import type { ComponentProps } from 'react';
import { Field, type FieldText } from './field.tsx';

type TextFieldProps = FieldText & Omit<ComponentProps<'input'>, 'id' | 'className'>;

export function TextField({ label, hint, error, optional, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} name={input.name} optional={optional}>
      {(control) => <input required={!optional} {...input} {...control} />}
    </Field>
  );
}
