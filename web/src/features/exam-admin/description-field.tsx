/** The description as markup, with how candidates will read it. */
import { useState } from 'react';
import { RichText } from '#web/components/exam/rich-text.tsx';
import { TextArea } from '#web/components/ui/text-area.tsx';
import styles from './description-field.module.css';

export function DescriptionField({ markup, error }: { markup: string; error: string | undefined }) {
  const [typed, setTyped] = useState(markup);
  return (
    <div className={styles.field}>
      <TextArea
        label="Description"
        hint="Text, or simple HTML: p, b, i, ul, ol, li, h3, a, table"
        name="description"
        rows={4}
        optional
        defaultValue={markup}
        onInput={(event) => setTyped(event.currentTarget.value)}
        error={error}
      />
      <details className={styles.preview}>
        <summary>As candidates read it</summary>
        <div className={styles.sheet}>
          {typed.trim() === '' ? 'No description.' : <RichText markup={typed} />}
        </div>
      </details>
    </div>
  );
}
