/** The phone's own picker with label, hint and error; starts on a question, never on an answer. */
import { type ComponentProps, useCallback } from 'react';
import { Field, type FieldText } from './field.tsx';

export interface SelectOption {
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
  // In a page that came as ready HTML, React puts back what was typed before a reload, not what was chosen.
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
