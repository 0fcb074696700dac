/** The fields of an exam that are more than a control: the picture on its card and its description. */
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

// The ten sections: of which type and how many questions, warned when the bank holds fewer.

interface SectionRowsProps {
  /** As the form opened, and as it stands now. */
  initial: readonly Section[];
  typed: readonly Section[];
  /** Of the exam as it stands now. */
  format: ExamFormat;
  /** Candidates have sat it: they stand. */
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
  // One note below both controls, because a sentence doesn't fit below a narrow number.
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
            // The options arrive later than the form; a select takes its first value from those it has.
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
