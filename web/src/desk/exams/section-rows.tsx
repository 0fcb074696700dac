/** The ten sections: of which type and how many questions, warned when the bank holds fewer. */
import { use } from 'react';
import type { Section } from '#contract/wire/exams.ts';
import { useLoad } from '#web/shared/use-load.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, FieldErrors } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { type BankCount, bankCountsSchema, findShortages } from './bank-shortage.ts';
import { sectionNames } from './exam-form-values.ts';
import styles from './section-rows.module.css';

interface SectionRowsProps {
  /** As the form opened, and as it stands now. */
  initial: readonly Section[];
  typed: readonly Section[];
  /** Candidates have sat it: they stand. */
  locked: boolean;
}

export function SectionRows({ initial, typed, locked }: SectionRowsProps) {
  const [loaded, retry] = useLoad('exams/question-counts', bankCountsSchema);
  const bank = loaded.state === 'ready' ? loaded.data : [];
  const shortages = loaded.state === 'ready' && !locked ? findShortages(typed, bank) : new Map();
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
        <p className={styles.stands}>Cannot be changed: candidates have already sat this exam.</p>
      )}
      {loaded.state === 'failed' && (
        <Notice tone="warn" title="The types of the question bank could not be loaded" live>
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
          <p>Upload questions in the Question Manager. Sections are made from their types.</p>
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
