/** The fields of an exam that are more than a control: the picture on its card and its description. */
import { type ChangeEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { filePath } from '#web/shared/paths.ts';
import { Field, useFieldError } from '#web/ui/field.tsx';
import { Loading } from '#web/ui/loading.tsx';
import styles from './exam-form-fields.module.css';

const DescriptionEditor = lazy(() => import('./description-editor.tsx'));

/** The one that is stored, or the one just chosen. */
export function ImageField({ imageUrl }: { imageUrl: string | null }) {
  const [chosen, setChosen] = useState<string | null>(null);
  useEffect(() => () => URL.revokeObjectURL(chosen ?? ''), [chosen]);
  const shown = chosen ?? (imageUrl && filePath(imageUrl));

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    setChosen(file?.type.startsWith('image/') ? URL.createObjectURL(file) : null);
  }

  return (
    <Field
      label="Image"
      hint={imageUrl ? 'JPEG, PNG or WebP; replaces the one shown' : 'JPEG, PNG or WebP'}
      name="image"
      optional
    >
      {({ className, ...control }) => (
        <div className={styles.row}>
          <input
            {...control}
            className={`${className} ${styles.input}`}
            type="file"
            name="image"
            accept="image/jpeg,image/png,image/webp"
            onChange={choose}
          />
          {shown && <img className={styles.picture} src={shown} alt="" />}
        </div>
      )}
    </Field>
  );
}

/**
 * The form holds its markup, the editor changes it. The editor is a chunk of its own, fetched when the form opens; until then, and
 * if nobody types, the markup goes back as it came.
 */
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
