/** The picture on the exam's card: the one that is stored, or the one just chosen. */
import { type ChangeEvent, useEffect, useState } from 'react';
import { filePath } from '#web/shared/paths.ts';
import { Field } from '#web/ui/field.tsx';
import styles from './image-field.module.css';

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
