/** Takes a question file, and says afterwards what became of each of its rows. */
import { type FormEvent, useRef, useState } from 'react';
import { type ImportReport, importReportSchema } from '#contract/questions.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { api } from '#web/lib/http.ts';
import { reasonOf } from '#web/lib/use-load.ts';
import { ImportResult } from './import-result.tsx';
import styles from './upload-panel.module.css';

/** 10 MB on a slow line, and 50,000 rows to be stored. */
const TIMEOUT_MS = 600_000;

export function UploadPanel({ onImported }: { onImported: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [report, setReport] = useState<{ of: File; is: ImportReport } | null>(null);

  /** @param partial whether the sound rows are wanted although others are refused */
  async function upload(chosen: File, partial: boolean) {
    setPending(true);
    setProblem(null);
    const body = new FormData();
    body.set('file', chosen);
    try {
      const path = partial ? 'questions/upload?partial=1' : 'questions/upload';
      const is = await api.post(path, body, importReportSchema, { timeoutMs: TIMEOUT_MS });
      setReport({ of: chosen, is });
      if (is.inserted > 0) onImported();
      // A file with refused rows stays chosen: it is sent again once it is corrected, or in part.
      if (is.errors.length === 0 || partial) clear();
    } catch (error) {
      setReport(null);
      setProblem(reasonOf(error).message);
    } finally {
      setPending(false);
    }
  }

  function clear() {
    setFile(null);
    if (input.current) input.current.value = '';
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (file && !pending) upload(file, false);
  }

  return (
    <section className={styles.panel} aria-label="Upload questions">
      <form className={styles.form} onSubmit={submit}>
        <Field label="Question file" hint="Excel, .xlsx or .xls, at most 10 MB and 50,000 rows">
          {(control) => (
            <input
              {...control}
              aria-invalid={problem !== null || undefined}
              ref={input}
              type="file"
              accept=".xlsx,.xls"
              onChange={({ target }) => {
                setFile(target.files?.[0] ?? null);
                setProblem(null);
              }}
            />
          )}
        </Field>
        <Button
          type="submit"
          variant="primary"
          icon="upload"
          disabled={file === null}
          pending={pending}
          pendingLabel="Uploading…"
        >
          Upload
        </Button>
      </form>
      {pending && (
        <Notice tone="info" live>
          <p>The file is being read and checked row by row. Large files take a minute.</p>
        </Notice>
      )}
      {problem && (
        <Notice tone="danger" title="The file was not taken in" live>
          <p>{problem}</p>
        </Notice>
      )}
      {report && !pending && (
        <ImportResult
          key={`${report.of.name} ${report.is.inserted} ${report.is.errors.length}`}
          fileName={report.of.name}
          report={report.is}
          onTakeSound={() => upload(report.of, true)}
          onDismiss={() => setReport(null)}
        />
      )}
    </section>
  );
}
