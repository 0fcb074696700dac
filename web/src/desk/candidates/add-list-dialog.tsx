/**
 * Adds a college's list: the file is checked first, row by row, and nothing is written until that finds no fault. After any
 * change in the form, the file has to be checked again.
 */
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import {
  type CandidateListReport,
  candidateListFormSchema,
  candidateListReportSchema,
} from '#contract/desk/candidates.ts';
import { ApiProblem } from '#web/shared/api-problem.ts';
import { DownloadButton } from '#web/shared/desk/download-button.tsx';
import { FormDialog } from '#web/shared/desk/form-dialog.tsx';
import { Form } from '#web/shared/form.tsx';
import { formatCount } from '#web/shared/format-count.ts';
import { api } from '#web/shared/http.ts';
import { formatRupees } from '#web/shared/money.ts';
import { useSubmit } from '#web/shared/use-submit.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { Field } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { IntoFields } from './add-candidate-dialog.tsx';
import { noteUnderWay } from './added-lists.tsx';
import styles from './candidate.module.css';
import { ReasonField } from './office-dialog.tsx';

interface AddListDialogProps {
  open: boolean;
  /** The id of the list that was added last. */
  newest: number;
  onClose: () => void;
  onDone: (said: string) => void;
}

export function AddListDialog({ open, onClose, ...form }: AddListDialogProps) {
  return (
    <FormDialog open={open} onClose={onClose} title="Add a list">
      <AddListForm {...form} />
    </FormDialog>
  );
}

/** Ten megabytes on a slow line, and some seconds for two thousand people. */
const TIMEOUT_MS = 180_000;

const formSchema = z.object({
  ...candidateListFormSchema.shape,
  file: z
    .file('Please choose a file.')
    .check(z.refine((file) => file.size > 0, 'Please choose a file.')),
});
type Typed = z.infer<typeof formSchema>;

function AddListForm({ newest, onDone }: Pick<AddListDialogProps, 'newest' | 'onDone'>) {
  const [checked, setChecked] = useState<CandidateListReport | null>(null);
  /** No answer came to a list that was to be added: it may have been. */
  const [unsure, setUnsure] = useState(false);
  const toAdd = checked ? checked.people - (checked.already ?? 0) : 0;
  const isSound = toAdd > 0 && checked?.errors.length === 0;

  async function send({ file, ...texts }: Typed) {
    const form = new FormData();
    form.set('file', file);
    for (const [name, text] of Object.entries(texts)) form.set(name, text ?? '');
    const path = `candidates/list${isSound ? '' : '?dryRun=1'}`;
    setUnsure(false);
    if (isSound) noteUnderWay({ fileName: file.name, after: newest });
    try {
      const options = { timeoutMs: TIMEOUT_MS };
      const report = await api.post(path, form, candidateListReportSchema, options);
      noteUnderWay(null);
      return report;
    } catch (error) {
      if (isSound && (!(error instanceof ApiProblem) || error.retry === 'later')) {
        setUnsure(true);
        setChecked(null);
      } else noteUnderWay(null);
      throw error;
    }
  }

  const submit = useSubmit({
    schema: formSchema,
    send,
    onTyped: () => setChecked(null),
    onDone: (report) => {
      if (report.added === 0) return setChecked(report);
      const people = formatCount(report.added, 'candidate');
      onDone(`${people} added. Each gets the UID and a one-time password by SMS.`);
    },
    fallback: 'The list could not be read. Please try again.',
  });
  return (
    <Form
      submit={submit}
      action={isSound ? `Add ${formatCount(toAdd, 'candidate')}` : 'Check the list'}
      pendingLabel={isSound ? 'Adding…' : 'Checking…'}
      problemTitle={unsure ? 'The list may have been added' : 'Nobody was added'}
      problemHelp={
        unsure &&
        'Please check the list again. It tells you who is in the exam already, and nobody is added twice.'
      }
    >
      {checked && <Report report={checked} />}
      <p>
        One sheet with the columns Name, Mobile and, if you have them, Email, Room, Extra time %,
        Date of birth and Category; at most 2,000 people. A roster of the main site fits as it is.
        The file is checked first. Nobody is added until you confirm.
      </p>
      <DownloadButton path="candidates/template" fileName="candidates-template.xlsx">
        Template
      </DownloadButton>
      <Field label="Excel or CSV file" name="file">
        {(control) => (
          <input type="file" name="file" required accept=".xlsx,.xls,.csv" {...control} />
        )}
      </Field>
      <IntoFields />
      <ReasonField />
    </Form>
  );
}

type Note = CandidateListReport['errors'][number];

/** First in the window, before the file that may have to be chosen again: pressing the button below leads there. */
function Report({ report }: { report: CandidateListReport }) {
  const told = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In braces: newer browsers answer with a promise, which is nothing to clean up by.
    told.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <div ref={told} className={styles.report}>
      <Checked report={report} />
    </div>
  );
}

function Checked({ report }: { report: CandidateListReport }) {
  const { people, already = 0, passedOver = [], unread = [], errors, fee } = report;
  const notRead = unread.length > 0 && (
    <p>Columns not read: {unread.map((head) => `“${head}”`).join(', ')}.</p>
  );
  const toAdd = people - already;
  if (errors.length === 0)
    return (
      <Notice
        tone={toAdd > 0 ? 'success' : 'info'}
        title={toAdd > 0 ? 'The list can be added' : 'Everyone on this list is in the exam already'}
        live
      >
        {toAdd > 0 && (
          <p>
            {formatCount(toAdd, 'candidate')}, each {formatRupees(fee)}, in all{' '}
            {formatRupees(Math.round(toAdd * fee * 100) / 100)}. Each gets two text messages.
          </p>
        )}
        {already > 0 && toAdd > 0 && (
          <p>{formatCount(already, 'candidate is', 'candidates are')} in the exam already.</p>
        )}
        {passedOver.length > 0 && (
          <p>
            Skipped, because they name nobody:{' '}
            {passedOver.map(({ row, message }) => `row ${row} (“${message}”)`).join(', ')}.
          </p>
        )}
        {notRead}
      </Notice>
    );
  return (
    <>
      <Notice tone="danger" title="The list can’t be added yet" live>
        <p>
          {formatCount(errors.length, 'fault')} on a list of {formatCount(people, 'candidate')}.
          Correct the file and choose it again; nobody was added.
        </p>
        {notRead}
      </Notice>
      <DataTable
        caption="What to correct"
        columns={columns}
        rows={errors}
        rowKey={({ row, cell, message }) => `${row} ${cell} ${message}`}
      />
    </>
  );
}

const columns: Column<Note>[] = [
  { key: 'row', head: 'Row', numeric: true, cell: ({ row }) => row },
  { key: 'cell', head: 'Cell', cell: ({ cell }) => cell || '—' },
  { key: 'message', head: 'What is wrong', rowHead: true, cell: ({ message }) => message },
];
