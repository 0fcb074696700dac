/**
 * Label, hint and error around one control, wired for screen readers. The label's text stays exactly
 * what it was given: "optional" and messages are descriptions, so a control is found by its plain name.
 */
import { type ReactNode, useId } from 'react';
import styles from './field.module.css';
import { Icon } from './icon.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface FieldText {
  label: string;
  /** What to type, before it goes wrong. */
  hint?: ReactNode | undefined;
  /** What to do about it, after it went wrong. */
  error?: string | undefined;
  /** Fields are required unless they say so. */
  optional?: boolean | undefined;
  /** Where the place already says it, such as the head of a column: for screen readers alone. */
  labelHidden?: boolean | undefined;
}

export interface ControlWiring {
  id: string;
  className: string | undefined;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

type FieldProps = FieldText & { children: (control: ControlWiring) => ReactNode };

export function Field({ label, hint, error, optional, labelHidden, children }: FieldProps) {
  const id = useId();
  const described = [
    optional ? `${id}-optional` : '',
    hint ? `${id}-hint` : '',
    error ? `${id}-error` : '',
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label className={styles.label} htmlFor={id}>
          {labelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : label}
        </label>
        {optional && (
          <span id={`${id}-optional`} className={styles.optional}>
            Optional
          </span>
        )}
      </div>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {children({
        id,
        className: styles.control,
        ...(described && { 'aria-describedby': described }),
        ...(error && { 'aria-invalid': true }),
      })}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          <Icon name="alert" size="sm" />
          {error}
        </p>
      )}
    </div>
  );
}
