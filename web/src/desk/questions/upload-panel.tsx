/** Uploads a question file in three steps: choose a file, preview what would be added, add it to the bank. */
import { type DragEvent, type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Field } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Stepper } from '#web/ui/stepper.tsx';
import { describeProgress } from './describe-import.ts';
import { ImportDone, ImportPreview } from './import-preview.tsx';
import type { ChosenFile, Progress } from './send-question-file.ts';
import styles from './upload-panel.module.css';
import { type ImportStep, useImport } from './use-import.ts';

const STEPS = ['Choose a file', 'Preview', 'Add'] as const;

export function UploadPanel({ onImported }: { onImported: () => void }) {
  const { step, file, choose, upload, confirm, cancel, restart } = useImport(onImported);
  const name = file?.name ?? '';
  const problem = step.is === 'choosing' ? step.problem : null;
  // While there is nothing to show, the panel is one line above the bank.
  const folded = step.is === 'choosing' && problem === null;
  return (
    <section
      className={classNames(styles.panel, folded && styles.folded)}
      aria-label="Upload questions"
    >
      {!folded && <Stepper label="Steps of the upload" steps={STEPS} current={placeOf(step)} />}
      <ChooseFile
        file={file}
        problem={problem !== null}
        hidden={step.is !== 'choosing'}
        folded={folded}
        onChoose={choose}
        onUpload={upload}
      />
      {problem && (
        <Notice tone="danger" title="The file wasn’t imported" live>
          <p>{problem}</p>
        </Notice>
      )}
      {step.is === 'working' && (
        <ImportProgress fileName={name} progress={step.progress} onCancel={cancel} />
      )}
      {step.is === 'preview' && (
        <ImportPreview
          fileName={name}
          outcome={step.outcome}
          problem={step.problem}
          unsure={step.unsure}
          onConfirm={confirm}
          onLeave={restart}
        />
      )}
      {step.is === 'done' && (
        <ImportDone fileName={name} outcome={step.outcome} onLeave={restart} />
      )}
    </section>
  );
}

function placeOf(step: ImportStep): number {
  if (step.is === 'choosing') return 0;
  if (step.is === 'working') return step.purpose === 'preview' ? 1 : 2;
  return step.is === 'preview' ? 1 : STEPS.length;
}

interface ImportProgressProps {
  fileName: string;
  progress: Progress;
  onCancel: () => void;
}

/** The progress of a file, in figures and as a bar, with a Cancel button. */
function ImportProgress({ fileName, progress, onCancel }: ImportProgressProps) {
  const id = useId();
  const name = useRef<HTMLParagraphElement>(null);
  useEffect(() => name.current?.focus(), []);
  const { done, of } = progress;
  const measured = of !== null && of > 0 && !(progress.stage === 'sending' && done >= of);
  return (
    <div className={styles.progress}>
      <p ref={name} tabIndex={-1} className={styles.name}>
        {fileName}
      </p>
      <p id={id} className={styles.figures}>
        {describeProgress(progress)}
      </p>
      <progress
        className={styles.bar}
        aria-labelledby={id}
        {...(measured && { max: of, value: done })}
      />
      <div>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </div>
  );
}

// The first step: choosing or dropping a file; Upload is disabled until there is one.

interface ChooseFileProps {
  file: ChosenFile | null;
  problem: boolean;
  /** Hides the form during later steps; it stays mounted, so the choice stays. */
  hidden: boolean;
  /** Shows the form on one line. */
  folded: boolean;
  onChoose: (file: File | null) => void;
  onUpload: () => void;
}

function ChooseFile({ file, problem, hidden, folded, onChoose, onUpload }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  useEffect(() => keepDropsOffThePage(), []);
  const wasHidden = useRef(false);
  useEffect(() => {
    // Coming back from a later step moves the focus here.
    if (wasHidden.current && !hidden) input.current?.focus();
    wasHidden.current = hidden;
  }, [hidden]);
  useEffect(() => {
    if (file === null && input.current) input.current.value = '';
  }, [file]);

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const [first] = event.dataTransfer.files;
    if (!first || !input.current) return;
    // Makes the file input show the dropped file, as if it had been chosen there.
    const one = new DataTransfer();
    one.items.add(first);
    input.current.files = one.files;
    onChoose(first);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (file) onUpload();
  }

  return (
    <form
      hidden={hidden}
      className={classNames(styles.form, folded && styles.foldedForm, over && styles.over)}
      onSubmit={submit}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        const { currentTarget, relatedTarget } = event;
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)))
          setOver(false);
      }}
      onDrop={drop}
    >
      <Field
        label="Question file"
        hint="Excel (.xlsx, .xls), LibreOffice (.ods), Word (.docx), CSV, GIFT, Aiken, Moodle XML or QTI; at most 10 MB and 50,000 rows. Choose it or drop it here."
      >
        {(control) => (
          <input
            {...control}
            aria-invalid={problem || undefined}
            ref={input}
            type="file"
            accept=".xlsx,.xls,.ods,.docx,.csv,.tsv,.txt,.gift,.aiken,.xml,.zip"
            onChange={({ target }) => onChoose(target.files?.[0] ?? null)}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" icon="upload" disabled={file === null}>
        Upload
      </Button>
    </form>
  );
}

/** Otherwise the browser opens a file dropped outside the form in place of the app. @returns undoes it */
function keepDropsOffThePage(): () => void {
  const ignore = (event: Event) => event.preventDefault();
  window.addEventListener('dragover', ignore);
  window.addEventListener('drop', ignore);
  return () => {
    window.removeEventListener('dragover', ignore);
    window.removeEventListener('drop', ignore);
  };
}
