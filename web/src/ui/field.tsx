/**
 * What people fill in: label, hint and error around one control, connected for screen readers. The label's text stays
 * exactly as given; "optional" and messages are descriptions, so a control is found by its plain name.
 */
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  use,
  useCallback,
  useId,
  useState,
} from 'react';
import styles from './field.module.css';
import { Icon } from './icon.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

interface FieldText {
  label: string;
  /** What to type, before it goes wrong. */
  hint?: ReactNode | undefined;
  /** What to do, after it went wrong; without it, the form's error for the field's name is shown. */
  error?: string | undefined;
  /** Fields are required unless they say so. */
  optional?: boolean | undefined;
  /** Only screen readers get the label, because its place already says it, such as the head of a column. */
  labelHidden?: boolean | undefined;
}

export interface ControlWiring {
  id: string;
  className: string | undefined;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

/** The errors of the surrounding form, by field name. */
export const FieldErrors = createContext<Readonly<Record<string, string>>>({});

/** The error of the field with this name. */
export const useFieldError = (name: string): string | undefined => use(FieldErrors)[name];

type FieldProps = FieldText & {
  /** The name under which the form reports the field's error. */
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

// One line of text with label, hint and error.

type TextFieldProps = FieldText & Omit<ComponentProps<'input'>, 'id' | 'className'>;

export function TextField({ label, hint, error, optional, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} name={input.name} optional={optional}>
      {(control) => <input required={!optional} {...input} {...control} />}
    </Field>
  );
}

// Several lines of text with label, hint and error. Text that is too long is counted and marked, never cut off.

type TextAreaProps = FieldText &
  Omit<ComponentProps<'textarea'>, 'id' | 'className' | 'onInputCapture'> & {
    /** The most characters; the count is shown when the text comes near it. */
    longest?: number;
  };

/** Share of the longest text from which on the count is shown. */
const NEAR = 0.8;

export function TextArea({ label, hint, error, optional, longest, ...area }: TextAreaProps) {
  const [length, setLength] = useState(0);
  const over = longest === undefined ? 0 : length - longest;
  return (
    <Field label={label} hint={hint} error={error} name={area.name} optional={optional}>
      {(control) => (
        <>
          <textarea
            required={!optional}
            rows={3}
            {...area}
            {...control}
            // Capture, because a form that fills or empties its fields fires an event that doesn't bubble
            // (use-enquiry.ts). The count waits until the event is over: a field that is redrawn before `onChange`
            // would lose what was typed.
            onInputCapture={({ currentTarget }) => {
              if (longest !== undefined) setTimeout(() => setLength(currentTarget.value.length));
            }}
          />
          {longest !== undefined && length > NEAR * longest && (
            <p className={over > 0 ? styles.over : styles.count} role="status">
              {over > 0
                ? `${over} characters too many. The limit is ${longest}.`
                : `${length} of ${longest} characters`}
            </p>
          )}
        </>
      )}
    </Field>
  );
}

// The phone's own picker with label, hint and error; it starts on a placeholder, never on an option.

interface SelectOption {
  value: string;
  label: string;
}

type SelectProps = FieldText &
  Omit<ComponentProps<'select'>, 'id' | 'className' | 'children'> & {
    options: readonly SelectOption[];
    /** First entry, with an empty value. */
    placeholder: string;
  };

export function Select(props: SelectProps) {
  const { label, hint, error, optional, options, placeholder, ...select } = props;
  // On a page that came as ready HTML, React restores text that was typed before a reload, but not an option that was
  // chosen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; a choice taken back later is meant.
  const putBack = useCallback((control: HTMLSelectElement | null) => {
    if (control?.value === '')
      control.selectedIndex = 1 + options.findIndex(({ value }) => value === select.defaultValue);
  }, []);
  return (
    <Field label={label} hint={hint} error={error} name={select.name} optional={optional}>
      {(control) => (
        <select ref={putBack} required={!optional} {...select} {...control}>
          <option value="">{placeholder}</option>
          {options.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

// A password that can be shown while typing, because a wrong key on glass is the usual mistake.

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
          {/* Named only by its own text, so that the field stays the only thing called Password. */}
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
