/**
 * Label, hint and error around one control, wired for screen readers. The label's text stays exactly
 * what it was given: "optional" and messages are descriptions, so a control is found by its plain name.
 */
import { createContext, type ReactNode, use, useId } from 'react';
import styles from './field.module.css';
import { Icon } from './icon.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface FieldText {
  label: string;
  /** What to type, before it goes wrong. */
  hint?: ReactNode | undefined;
  /** What to do about it, after it went wrong; without it, what the form says of the field's name. */
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

/** What is wrong in the form around, by the names of its fields. */
export const FieldErrors = createContext<Readonly<Record<string, string>>>({});

/** What is wrong with the field of this name. */
export const useFieldError = (name: string): string | undefined => use(FieldErrors)[name];

type FieldProps = FieldText & {
  /** Under which the form knows its error. */
  name?: string | undefined;
  children: (control: ControlWiring) => ReactNode;
};

export function Field({ label, hint, name = '', optional, labelHidden, ...props }: FieldProps) {
  const { children } = props;
  const id = useId();
  const refused = useFieldError(name);
  const error = props.error ?? refused;
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
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

export function FieldError({ id, children }: { id?: string; children: string }) {
  return (
    <p id={id} className={styles.error}>
      <Icon name="alert" size="sm" />
      {children}
    </p>
  );
}
