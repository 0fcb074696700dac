/** Several lines of text with label, hint and error. */
import type { ComponentProps } from 'react';
import { Field, type FieldText } from './field.tsx';

type TextAreaProps = FieldText & Omit<ComponentProps<'textarea'>, 'id' | 'className'>;

export function TextArea({ label, hint, error, optional, ...area }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(control) => <textarea required={!optional} rows={3} {...area} {...control} />}
    </Field>
  );
}
