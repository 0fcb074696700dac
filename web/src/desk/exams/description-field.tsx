/**
 * The description: the form holds its markup, the editor changes it. The editor is a chunk of its own,
 * fetched when the form opens; until then, and if nobody types, the markup goes back as it came.
 */
import { lazy, Suspense, useRef } from 'react';
import { Field, useFieldError } from '#web/ui/field.tsx';
import { Loading } from '#web/ui/loading.tsx';
import styles from './description-field.module.css';

const DescriptionEditor = lazy(() => import('./description-editor.tsx'));

export function DescriptionField({ markup }: { markup: string }) {
  const error = useFieldError('description');
  const held = useRef<HTMLTextAreaElement>(null);

  function hold(typed: string) {
    if (!held.current) return;
    held.current.value = typed;
    // The form learns of what is typed by the events of its controls.
    held.current.dispatchEvent(new Event('input', { bubbles: true }));
  }

  return (
    <Field
      label="Description"
      hint="Candidates read it before they apply; in a DOC Upload exam it is the task"
      name="description"
      optional
    >
      {({ className: _, ...control }) => (
        <div className={styles.frame} data-faulty={error ? '' : undefined}>
          <textarea ref={held} hidden name="description" defaultValue={markup} />
          <Suspense fallback={<Loading label="Opening the editor…" />}>
            <DescriptionEditor markup={markup} control={control} onTyped={hold} />
          </Suspense>
        </div>
      )}
    </Field>
  );
}
