/** Several lines of text with label, hint and error. What is too long is counted and marked, never cut. */
import { type ComponentProps, useState } from 'react';
import styles from './field.module.css';
import { Field, type FieldText } from './field.tsx';

type TextAreaProps = FieldText &
  Omit<ComponentProps<'textarea'>, 'id' | 'className' | 'onInputCapture'> & {
    /** Counted from here on downwards as the end comes near. */
    longest?: number;
  };

/** From which part of the longest text on the count is shown. */
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
            // A form that fills or empties its fields says so by an event that goes no further (use-enquiry.ts). Counted
            // once the event is over: redrawn before `onChange` a field would lose what was typed.
            onInputCapture={({ currentTarget }) => {
              if (longest !== undefined) setTimeout(() => setLength(currentTarget.value.length));
            }}
          />
          {longest !== undefined && length > NEAR * longest && (
            <p className={over > 0 ? styles.over : styles.count} role="status">
              {over > 0
                ? `${over} characters too many: at most ${longest}.`
                : `${length} of ${longest} characters`}
            </p>
          )}
        </>
      )}
    </Field>
  );
}
