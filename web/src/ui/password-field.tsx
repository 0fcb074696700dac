/** A password that can be looked at while typing, since a wrong thumb on glass is the usual mistake. */
import { type ComponentProps, useState } from 'react';
import { Field, type FieldText } from './field.tsx';
import styles from './password-field.module.css';

type PasswordFieldProps = FieldText & Omit<ComponentProps<'input'>, 'id' | 'className' | 'type'>;

export function PasswordField({ label, hint, error, optional, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error} name={input.name} optional={optional}>
      {(control) => (
        <div className={styles.row}>
          <input
            required={!optional}
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
          />
          {/* Named by its text alone, so that the field stays the only thing called Password. */}
          <button
            type="button"
            className={styles.toggle}
            aria-controls={control.id}
            onClick={() => setShown(!shown)}
          >
            {shown ? 'Hide' : 'Show'}
          </button>
        </div>
      )}
    </Field>
  );
}
