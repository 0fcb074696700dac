/** A named part of a long form about a person. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import styles from './form-section.module.css';

export function FormSection({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className={styles.section}>
      <legend className={styles.legend}>{legend}</legend>
      {children}
    </fieldset>
  );
}

interface Part {
  name: string;
  /** Required fields that are empty. */
  left: number;
}

/**
 * Progress of a long form: each section with what it still needs, read from the fields themselves, whatever filled them in
 * (a person, a draft, the phone's autofill). Sections that need nothing are left out.
 */
export function FormProgress({ parts: names }: { parts: readonly string[] }) {
  const place = useRef<HTMLOListElement>(null);
  const [parts, setParts] = useState<Part[]>(() => names.map((name) => ({ name, left: 1 })));

  useEffect(() => {
    const form = place.current?.closest('form');
    if (!form) return;
    const read = () => {
      const fresh = partsOf(form);
      setParts((known) => (JSON.stringify(known) === JSON.stringify(fresh) ? known : fresh));
    };
    read();
    form.addEventListener('input', read);
    form.addEventListener('change', read);
    return () => {
      form.removeEventListener('input', read);
      form.removeEventListener('change', read);
    };
    // Runs after each render, because fields that the page itself fills in fire no event.
  });

  return (
    <ol ref={place} className={styles.progress} aria-label="Progress">
      {parts.map(({ name, left }, index) => (
        <li key={name} data-done={left === 0}>
          <span className={styles.mark} aria-hidden="true">
            {left === 0 ? <Icon name="check" size="sm" /> : index + 1}
          </span>
          {name}
          <VisuallyHidden>{left === 0 ? ': filled in' : ': not filled in yet'}</VisuallyHidden>
        </li>
      ))}
    </ol>
  );
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function partsOf(form: HTMLFormElement): Part[] {
  return [...form.querySelectorAll('fieldset')].flatMap((section) => {
    const needed = [...section.querySelectorAll<Control>('[required]')];
    const left = needed.filter(({ value }) => value.trim() === '').length;
    const name = section.querySelector('legend')?.textContent ?? '';
    return needed.length === 0 ? [] : [{ name, left }];
  });
}

/** The props of every control of this form: its name, and what was typed or saved before. */
export interface FieldProps {
  name: string;
  defaultValue: string | undefined;
}
