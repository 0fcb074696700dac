/** The first step: a file is chosen or dropped; Upload stays off until there is one. */
import { type DragEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Field } from '#web/ui/field.tsx';
import styles from './choose-file.module.css';
import type { ChosenFile } from './send-question-file.ts';

interface ChooseFileProps {
  file: ChosenFile | null;
  problem: boolean;
  /** Out of sight while a later step is shown; the choice stays. */
  hidden: boolean;
  /** One line. */
  folded: boolean;
  onChoose: (file: File | null) => void;
  onUpload: () => void;
}

export function ChooseFile({ file, problem, hidden, folded, onChoose, onUpload }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  useEffect(() => keepDropsOffThePage(), []);
  const wasHidden = useRef(false);
  useEffect(() => {
    // Whoever comes back from a later step goes on here.
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
    // The chooser shows what was dropped, as if it had been chosen there.
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
      className={classNames(styles.form, folded && styles.folded, over && styles.over)}
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
        hint="Excel (.xlsx, .xls), CSV, GIFT, Aiken or Moodle XML; at most 10 MB and 50,000 rows. Choose it or drop it here."
      >
        {(control) => (
          <input
            {...control}
            aria-invalid={problem || undefined}
            ref={input}
            type="file"
            accept=".xlsx,.xls,.csv,.tsv,.txt,.gift,.aiken,.xml"
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

/** A file dropped beside the frame would replace the app in its tab. */
function keepDropsOffThePage(): () => void {
  const ignore = (event: Event) => event.preventDefault();
  window.addEventListener('dragover', ignore);
  window.addEventListener('drop', ignore);
  return () => {
    window.removeEventListener('dragover', ignore);
    window.removeEventListener('drop', ignore);
  };
}
