/** A named part of a long form about a person. */
import type { ReactNode } from 'react';
import styles from './form-section.module.css';

export function FormSection({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className={styles.section}>
      <legend className={styles.legend}>{legend}</legend>
      {children}
    </fieldset>
  );
}
