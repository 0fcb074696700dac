/** A number without a fraction, typed with its label, hint and error. */
import type { ComponentProps } from 'react';
import { TextField } from '#web/ui/field.tsx';

type WholeNumberFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'inputMode' | 'step'>;

export function WholeNumberField(field: WholeNumberFieldProps) {
  return <TextField type="number" inputMode="numeric" step={1} {...field} />;
}
