/**
 * Adds a college's list of candidates. The server first checks every row of the file, and writes nothing until the check
 * finds no fault. After any change in the form, the file has to be checked again.
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
import { NO_VALUE } from '#web/shared/desk/no-value.ts';
import { Form } from '#web/shared/form.tsx';
import { formatCount } from '#web/shared/format-count.ts';
import { api } from '#web/shared/http.ts';
import { formatRupees } from '#web/shared/money.ts';
import { useSubmit } from '#web/shared/use-submit.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { Field } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { IntoFields } from './add-candidate-dialog.tsx';
import { forgetUnderWay, noteUnderWay } from './added-lists.tsx';
import styles from './candidate.module.css';
import { ReasonField } from './office-dialog.tsx';

interface AddListDialogProps {
  open: boolean;
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

/** Enough to upload 10 MB on a slow line, and for the seconds that adding 2,000 people takes. */
const TIMEOUT_MS = 180_000;

const formSchema = z.object({
  ...candidateListFormSchema.shape,
  file: z
    .file('Please choose a file.')
    .check(z.refine((file) => file.size > 0, 'Please choose a file.')),
});
type Typed = z.infer<typeof formSchema>;

function AddListForm({ onDone }: Pick<AddListDialogProps, 'onDone'>) {
  const [checked, setChecked] = useState<CandidateListReport | null>(null);
  /** No reply came to the request that adds the list, so it may or may not have been added. */
  const [unsure, setUnsure] = useState(false);
  const toAdd = checked ? checked.people - (checked.already ?? 0) : 0;
  const isSound = toAdd > 0 && checked?.errors.length === 0;

  async function send({ file, ...texts }: Typed) {
    const form = new FormData();
    form.set('file', file);
    for (const [name, text] of Object.entries(texts)) form.set(name, text ?? '');
    const path = `candidates/list${isSound ? '' : '?dryRun=1'}`;
    setUnsure(false);
    if (isSound) await noteUnderWay(file.name);
    try {
      const options = { timeoutMs: TIMEOUT_MS };
      const report = await api.post(path, form, candidateListReportSchema, options);
      forgetUnderWay();
      return report;
    } catch (error) {
      if (isSound && (!(error instanceof ApiProblem) || error.retry === 'later')) {
        setUnsure(true);
        setChecked(null);
      } else forgetUnderWay();
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
      onDone(`${people} added. We’re sending each a UID and one-time password by SMS.`);
    },
    fallback: 'We couldn’t read the list. Please try again.',
  });
  return (
    <Form
      submit={submit}
      action={isSound ? `Add ${formatCount(toAdd, 'candidate')}` : 'Check the list'}
      pendingLabel={isSound ? 'Adding…' : 'Checking…'}
      problemTitle={unsure ? 'The list may have been added' : 'Nobody was added'}
      problemHelp={
        unsure &&
        'Please check the list again. You’ll see who is already in the exam, and nobody will be added twice.'
      }
    >
      {checked && <Report report={checked} />}
      <p>
        One sheet with the columns Name and Mobile and, if you have them, Email, Room, Extra time %,
        Date of birth and Category. At most 2,000 people. You can upload a roster from the main site
        as it is. We check the file first, and add nobody until you confirm.
      </p>
      <DownloadButton path="candidates/template" fileName="candidates-template.xlsx">
        Template
      </DownloadButton>
      <Field label="Spreadsheet, CSV or Word file" name="file">
        {(control) => (
          <input
            type="file"
            name="file"
            required
            accept=".xlsx,.xls,.ods,.csv,.docx"
            {...control}
          />
        )}
      </Field>
      <IntoFields />
      <ReasonField />
    </Form>
  );
}

type Note = CandidateListReport['errors'][number];

/** At the top of the window, above the file that may have to be chosen again; scrolls into view, as the button is at the end. */
function Report({ report }: { report: CandidateListReport }) {
  const told = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In braces, because newer browsers return a promise here, which React would take for a clean-up function.
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
        title={
          toAdd > 0 ? 'The list is ready to add' : 'Everyone on this list is already in the exam'
        }
        live
      >
        {toAdd > 0 && (
          <p>
            {formatCount(toAdd, 'candidate')}, each {formatRupees(fee)}, in all{' '}
            {formatRupees(Math.round(toAdd * fee * 100) / 100)}. Each will get two text messages.
          </p>
        )}
        {already > 0 && toAdd > 0 && (
          <p>{formatCount(already, 'candidate is', 'candidates are')} already in the exam.</p>
        )}
        {passedOver.length > 0 && (
          <p>
            Skipped, because they don’t name anyone:{' '}
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
          Nobody was added. Correct the file and choose it again.
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
  { key: 'cell', head: 'Cell', cell: ({ cell }) => cell || NO_VALUE },
  { key: 'message', head: 'What’s wrong', rowHead: true, cell: ({ message }) => message },
];
