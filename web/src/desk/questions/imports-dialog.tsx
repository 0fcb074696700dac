/** The imported question files. A wrong file can be taken back as a whole while no candidate has started a paper with it. */
import { useCallback, useEffect, useRef, useState } from 'react';
import {
  type ImportRow,
  importListSchema,
  importTakenBackSchema,
  takeBackRequestSchema,
} from '#contract/desk/questions.ts';
import { DeskList } from '#web/shared/desk/desk-page.tsx';
import { RowAct } from '#web/shared/desk/row-act.tsx';
import { Form } from '#web/shared/form.tsx';
import { formatDateTime } from '#web/shared/format.ts';
import { formatCount } from '#web/shared/format-count.ts';
import { api } from '#web/shared/http.ts';
import { useAsk } from '#web/shared/use-load.ts';
import { useSubmit } from '#web/shared/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './questions.module.css';

interface ImportsDialogProps {
  open: boolean;
  onClose: () => void;
  /** The bank has changed. */
  onTakenBack: () => void;
}

export function ImportsDialog({ open, onClose, onTakenBack }: ImportsDialogProps) {
  const [chosen, setChosen] = useState<ImportRow | null>(null);
  return (
    <Dialog
      open={open}
      onClose={() => {
        setChosen(null);
        onClose();
      }}
      title={chosen ? `Take back “${chosen.fileName}”?` : 'Imports'}
    >
      {open && <Imports chosen={chosen} onChoose={setChosen} onTakenBack={onTakenBack} />}
    </Dialog>
  );
}

interface ImportsProps extends Pick<ImportsDialogProps, 'onTakenBack'> {
  /** The import that is about to be taken back; null while the list is shown. */
  chosen: ImportRow | null;
  onChoose: (row: ImportRow | null) => void;
}

function Imports({ chosen, onChoose, onTakenBack }: ImportsProps) {
  const asked = useAsk(
    useCallback(
      (signal: AbortSignal) => api.get('questions/imports', importListSchema, { signal }),
      [],
    ),
  );
  const [done, setDone] = useState('');
  if (chosen)
    return (
      <TakeBackForm
        row={chosen}
        onLeave={() => onChoose(null)}
        onDone={(said) => {
          setDone(said);
          onChoose(null);
          asked.retry();
          onTakenBack();
        }}
      />
    );
  return (
    <DeskList
      asked={asked}
      loadingLabel="Loading the imports…"
      failedTitle="We couldn’t load the imports"
    >
      {(imports) => (
        <>
          {done && (
            <Notice tone="success" title="The import was taken back" live>
              <p>{done}</p>
            </Notice>
          )}
          {imports.length === 0 && <p>No files imported yet.</p>}
          <ul className={styles.list}>
            {imports.map((row) => (
              <li key={row.id}>
                <strong>{row.fileName}</strong>
                <span className={styles.aside}>
                  {formatDateTime(row.at)}
                  {row.by && `, by ${row.by}`}
                </span>
                <span className={styles.aside}>{whatBecameOf(row)}</span>
                {row.inBank > 0 && !row.takenBackAt && (
                  <RowAct
                    danger
                    aria-label={`Take back ${row.fileName}`}
                    onClick={() => {
                      setDone('');
                      onChoose(row);
                    }}
                  >
                    Take back
                  </RowAct>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </DeskList>
  );
}

function whatBecameOf({ questions, inBank, takenBackAt }: ImportRow): string {
  if (takenBackAt) return `Taken back on ${formatDateTime(takenBackAt)}`;
  if (questions === null || questions === inBank)
    return `${formatCount(inBank, 'question')} in the bank`;
  return `${formatCount(questions, 'question')} imported, ${inBank.toLocaleString('en-IN')} still in the bank`;
}

/** At most this many exams are named; the rest are given as a number. */
const MOST_NAMED = 6;

function sayExams(exams: readonly string[]): string {
  if (exams.length === 0) return 'No upcoming exam uses questions of their types.';
  const others = exams.length - MOST_NAMED;
  const names = exams.slice(0, MOST_NAMED).map((name) => `“${name}”`);
  return `${exams.length === 1 ? 'This exam uses' : 'These exams use'} questions of their types: ${names.join(', ')}${others > 0 ? ` and ${formatCount(others, 'more', 'more')}` : ''}.`;
}

interface TakeBackFormProps {
  row: ImportRow;
  onLeave: () => void;
  onDone: (said: string) => void;
}

function TakeBackForm({ row, onLeave, onDone }: TakeBackFormProps) {
  const told = useRef<HTMLParagraphElement>(null);
  useEffect(() => told.current?.focus(), []);
  const submit = useSubmit({
    schema: takeBackRequestSchema,
    send: (body) => api.post(`questions/imports/${row.id}/take-back`, body, importTakenBackSchema),
    onDone: ({ questions, archived }) =>
      onDone(
        `${formatCount(questions, 'question')} of “${row.fileName}” left the bank.${
          archived > 0
            ? ` ${archived.toLocaleString('en-IN')} of them are among the archived, because some phones may have them in a sealed paper.`
            : ''
        }`,
      ),
    fallback: 'We couldn’t take back the import. Please try again.',
  });
  return (
    <Form
      submit={submit}
      action={`Take back ${formatCount(row.inBank, 'question')}`}
      pendingLabel="Taking back…"
      problemTitle="The import wasn’t taken back"
      danger
    >
      <div>
        <Button icon="arrow-left" onClick={onLeave}>
          Back to the imports
        </Button>
      </div>
      <p ref={told} tabIndex={-1}>
        <strong>{row.fileName}</strong>, imported on {formatDateTime(row.at)}
        {row.by && ` by ${row.by}`}.
      </p>
      <p>
        All its questions leave the bank together, including corrected ones. This works as long as
        no candidate has started a paper with any of them.
      </p>
      {row.exams && <p>{sayExams(row.exams)}</p>}
      <TextArea
        label="Reason"
        name="reason"
        rows={2}
        maxLength={300}
        hint="This stays in Activity permanently."
      />
    </Form>
  );
}
