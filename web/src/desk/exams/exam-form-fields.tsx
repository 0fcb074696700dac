/** The fields of the exam form that are more than one control: the image on the exam's card, the description, the sections. */
import { type ChangeEvent, lazy, Suspense, use, useEffect, useRef, useState } from 'react';
import type { ExamFormat, Section } from '#contract/wire/exams.ts';
import { filePath } from '#web/shared/paths.ts';
import { useLoad } from '#web/shared/use-load.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, FieldErrors, useFieldError } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './exam-form.module.css';
import {
  type BankCount,
  bankCountsSchema,
  describeNothing,
  findShortages,
  SECTIONS_STAND,
  sectionNames,
} from './exam-form-values.ts';

const DescriptionEditor = lazy(() => import('./description-editor.tsx'));

/** Shows the image just chosen, or else the stored one. */
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
      hint={imageUrl ? 'JPEG, PNG or WebP. Replaces the one shown' : 'JPEG, PNG or WebP'}
      name="image"
      optional
    >
      {({ className, ...control }) => (
        <div className={styles.nameRow}>
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
 * A hidden textarea holds the markup, and the editor updates it. The editor is a separate chunk, fetched when the form opens;
 * until somebody types in it, the form sends the markup unchanged.
 */
export function DescriptionField({ markup }: { markup: string }) {
  const error = useFieldError('description');
  const held = useRef<HTMLTextAreaElement>(null);

  function hold(typed: string) {
    if (!held.current) return;
    held.current.value = typed;
    // Setting `value` fires no event, and the form only notices changes through its controls' events.
    held.current.dispatchEvent(new Event('input', { bubbles: true }));
  }

  return (
    <Field
      label="Description"
      hint="Candidates read this before they apply. In a DOC Upload exam, it’s the task itself"
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

// The ten sections: type and number of questions of each, with a warning when the bank holds fewer.

interface SectionRowsProps {
  /** The sections when the form was opened, and as they are typed now. */
  initial: readonly Section[];
  typed: readonly Section[];
  /** The format that is chosen now. */
  format: ExamFormat;
  /** Candidates have taken the exam, so its sections can't change. */
  locked: boolean;
}

export function SectionRows({ initial, typed, format, locked }: SectionRowsProps) {
  const [loaded, retry] = useLoad('exams/question-counts', bankCountsSchema);
  const bank = loaded.state === 'ready' ? loaded.data : [];
  const shortages = loaded.state === 'ready' && !locked ? findShortages(typed, bank) : new Map();
  const told = describeNothing({ format, fields: typed });
  const total = typed.reduce((sum, { fieldCount }) => sum + (fieldCount || 0), 0);

  return (
    <fieldset className={styles.sections}>
      <legend className={styles.legend}>
        Sections
        <span className={styles.total}>
          {total === 1 ? '1 question in total' : `${total} questions in total`}
        </span>
      </legend>
      {locked && (
        <p className={styles.stands}>
          You can’t change this: candidates have already taken this exam.
          <input type="hidden" name={SECTIONS_STAND} value="true" />
        </p>
      )}
      {loaded.state === 'failed' && (
        <Notice tone="warn" title="We couldn’t load the types of the question bank" live>
          <p>{loaded.message}</p>
          <div>
            <Button icon="refresh" onClick={retry}>
              Try again
            </Button>
          </div>
        </Notice>
      )}
      {loaded.state === 'ready' && bank.length === 0 && (
        <Notice tone="info" title="The question bank is empty">
          <p>
            Upload questions in the Question Manager. Their types become the sections you can
            choose.
          </p>
        </Notice>
      )}
      {bank.length > 0 && !locked && told && (
        <Notice tone="warn" title="No questions yet">
          <p>Choose a type and a number in at least one row. {told}</p>
        </Notice>
      )}
      <ol className={styles.rows}>
        {initial.map((section, row) => (
          <SectionRow
            // biome-ignore lint/suspicious/noArrayIndexKey: ten rows that never move.
            key={row}
            row={row}
            section={section}
            typedType={typed[row]?.fieldType ?? ''}
            bank={bank}
            locked={locked}
            shortage={shortages.get(row)}
          />
        ))}
      </ol>
    </fieldset>
  );
}

interface SectionRowProps {
  row: number;
  section: Section;
  typedType: string;
  bank: readonly BankCount[];
  locked: boolean;
  shortage: string | undefined;
}

function SectionRow({ row, section, typedType, bank, locked, shortage }: SectionRowProps) {
  const names = sectionNames(row);
  const { fieldType } = section;
  const errors = use(FieldErrors);
  const fault = errors[names.type] ?? errors[names.count];
  const note = fault ?? shortage;
  // One note below both controls, because a sentence doesn't fit below the narrow number field.
  const noteId = `section-${row}-note`;
  const wiring = (name: string) => ({
    ...(note && { 'aria-describedby': noteId }),
    ...(errors[name] && { 'aria-invalid': true }),
  });
  const isKnown = fieldType === '' || bank.some(({ type }) => type === fieldType);
  return (
    <li className={styles.row}>
      <span className={styles.number} aria-hidden="true">
        {row + 1}
      </span>
      <Field label={`Section ${row + 1} type`} labelHidden>
        {(control) => (
          <select
            // Remounts the select when the types have loaded: `defaultValue` only selects an option that already exists.
            key={bank.length}
            name={names.type}
            defaultValue={typedType}
            disabled={locked}
            {...control}
            {...wiring(names.type)}
          >
            <option value="">No section</option>
            {!isKnown && <option value={fieldType}>{fieldType}</option>}
            {bank.map(({ type, count }) => (
              <option key={type} value={type}>
                {type} ({count} in the bank)
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={`Section ${row + 1} questions`} labelHidden>
        {(control) => (
          <input
            name={names.count}
            type="number"
            inputMode="numeric"
            min={0}
            step={1}
            defaultValue={section.fieldCount}
            disabled={locked}
            {...control}
            {...wiring(names.count)}
          />
        )}
      </Field>
      {locked && (
        <>
          <input type="hidden" name={names.type} value={fieldType} />
          <input type="hidden" name={names.count} value={section.fieldCount} />
        </>
      )}
      {note && (
        <p id={noteId} className={fault ? styles.fault : styles.shortage} role="status">
          <Icon name="alert" size="sm" />
          {note}
        </p>
      )}
    </li>
  );
}
