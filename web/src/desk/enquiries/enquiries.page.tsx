/** Enquiries (/adminenquiries): messages from visitors, newest first, to search, read, answer and export. */
import { useState } from 'react';
import * as z from 'zod/mini';
import { listSorts } from '#contract/desk/list-sorts.ts';
import {
  type Enquiry,
  type EnquiryState,
  enquiryChangeSchema,
  enquiryKindNames,
  enquiryKinds,
  enquiryListSchema,
  enquirySchema,
  enquiryStateNames,
  enquiryStates,
} from '#contract/site/enquiries.ts';
import { DayAndTime } from '#web/shared/day-and-time.tsx';
import { SaveForm, useVersionedSubmit } from '#web/shared/desk/changed-meanwhile.tsx';
import type { InWords } from '#web/shared/desk/changes-between.ts';
import { DeskPage } from '#web/shared/desk/desk-page.tsx';
import { FormDialog } from '#web/shared/desk/form-dialog.tsx';
import { FoundList } from '#web/shared/desk/found-list.tsx';
import { RowAct } from '#web/shared/desk/row-act.tsx';
import type { DeskColumn } from '#web/shared/desk/sortable-head.tsx';
import { useFound } from '#web/shared/desk/use-found.ts';
import { formatDateTime } from '#web/shared/format.ts';
import { api } from '#web/shared/http.ts';
import { Badge, type Tone } from '#web/ui/badge.tsx';
import { Select } from '#web/ui/field.tsx';
import { NoteField } from '../candidates/office-dialog.tsx';
import styles from './enquiry-desk.module.css';

// The columns of the list; Open shows the whole message in a window.

const tones: Readonly<Record<EnquiryState, Tone>> = {
  new: 'accent',
  answered: 'success',
  closed: 'neutral',
};

function enquiryColumns(onOpen: (enquiry: Enquiry) => void): DeskColumn<Enquiry>[] {
  return [
    {
      key: 'from',
      head: 'From',
      sort: 'from',
      width: 11,
      rowHead: true,
      wraps: true,
      cell: ({ _id, name, email }) => <bdi id={`from-${_id}`}>{name || email}</bdi>,
    },
    {
      key: 'kind',
      head: 'Kind',
      sort: 'kind',
      width: 6,
      cell: ({ kind }) => enquiryKindNames[kind],
    },
    {
      key: 'reach',
      head: 'Email and phone',
      sort: 'email',
      width: 12,
      cell: ({ email, phone }) => <Reach email={email} phone={phone} />,
    },
    { key: 'message', head: 'Message', cell: ({ message }) => message },
    {
      key: 'received',
      head: 'Received',
      sort: 'received',
      width: 8.25,
      wraps: true,
      cell: ({ createdAt }) => <DayAndTime at={createdAt} />,
    },
    {
      key: 'state',
      head: 'Status',
      sort: 'state',
      width: 6,
      cell: ({ state }) => <Badge tone={tones[state]}>{enquiryStateNames[state]}</Badge>,
    },
    {
      key: 'actions',
      head: 'Actions',
      acts: true,
      width: 5,
      cell: (enquiry) => (
        <RowAct aria-describedby={`from-${enquiry._id}`} onClick={() => onOpen(enquiry)}>
          Open
        </RowAct>
      ),
    },
  ];
}

function Reach({ email, phone }: Pick<Enquiry, 'email' | 'phone'>) {
  return (
    <span className={styles.reach}>
      <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>{email}</a>{' '}
      {phone && <a href={`tel:${phone}`}>{phone}</a>}
    </span>
  );
}

// The options of the filters and of the form.

const kindOptions = enquiryKinds.map((value) => ({ value, label: enquiryKindNames[value] }));
const stateOptions = enquiryStates.map((value) => ({
  value,
  label: enquiryStateNames[value],
}));

// The window of one enquiry, with its status and the office's note. A change that somebody else saved meanwhile is shown,
// and never overwritten unseen.

const enquiryFormSchema = z.omit(enquiryChangeSchema, { version: true });

interface EnquiryDialogProps {
  /** Null while the window is closed. */
  opened: Enquiry | null;
  onClose: () => void;
  onSaved: () => void;
  /** The administrator prefers the version that somebody else saved to what they typed. */
  onTakeTheirs: (theirs: Enquiry) => void;
}

function EnquiryDialog({ opened, onClose, ...rest }: EnquiryDialogProps) {
  return (
    <FormDialog open={opened !== null} onClose={onClose} title={opened ? titleOf(opened) : ''}>
      {opened && (
        <div className={styles.opened}>
          <dl className={styles.facts}>
            <dt>Received</dt>
            <dd>{formatDateTime(opened.createdAt)}</dd>
            <dt>Reach</dt>
            <dd>
              <Reach email={opened.email} phone={opened.phone} />
            </dd>
            {opened.applicationId && (
              <>
                <dt>Application</dt>
                <dd>{opened.applicationId}</dd>
              </>
            )}
          </dl>
          {opened.message && <p className={styles.message}>{opened.message}</p>}
          <AnswerForm key={opened.version} enquiry={opened} {...rest} />
        </div>
      )}
    </FormDialog>
  );
}

function titleOf({ kind, name, email }: Enquiry): string {
  return `${enquiryKindNames[kind]}: ${name || email}`;
}

type AnswerFormProps = Pick<EnquiryDialogProps, 'onSaved' | 'onTakeTheirs'> & { enquiry: Enquiry };

function AnswerForm({ enquiry, onSaved, onTakeTheirs }: AnswerFormProps) {
  const path = `enquiries/${enquiry._id}`;
  const { submit, conflict } = useVersionedSubmit({
    schema: enquiryFormSchema,
    opened: enquiry,
    what: 'this enquiry',
    inWords,
    readNewest: () => api.get(path, enquirySchema),
    send: (typed, { version }) => api.put(path, { ...typed, version }, enquirySchema),
    onDone: onSaved,
    fallback: 'We couldn’t save the enquiry. Please try again.',
  });
  return (
    <SaveForm
      submit={submit}
      conflict={conflict}
      onTakeTheirs={onTakeTheirs}
      problemTitle="The enquiry wasn’t saved"
    >
      <Select
        label="Status"
        name="state"
        placeholder="Choose a status"
        options={stateOptions}
        defaultValue={enquiry.state}
      />
      <NoteField hint="For the office only." defaultValue={enquiry.note} />
    </SaveForm>
  );
}

function inWords({ state, note }: Enquiry): InWords {
  return { Status: enquiryStateNames[state], Note: note };
}

const filters = [
  { name: 'kind', label: 'Kind', placeholder: 'All kinds', options: kindOptions },
  { name: 'state', label: 'Status', placeholder: 'All statuses', options: stateOptions },
];

const listing = { filters, sorts: listSorts.enquiries };

const none = {
  narrowed: 'No enquiries match your search and filters.',
  empty: 'Messages from the forms on the site will appear here.',
};

export default function EnquiryDesk() {
  const found = useFound<Enquiry>('enquiries', enquiryListSchema, listing);
  const [opened, setOpened] = useState<Enquiry | null>(null);
  const [done, setDone] = useState<string | null>(null);
  return (
    <DeskPage title="Enquiries">
      <FoundList
        found={found}
        one="enquiry"
        many="enquiries"
        icon="send"
        filters={filters}
        workbook="Enquiries.xlsx"
        done={done}
        none={none}
        caption="Enquiries"
        columns={enquiryColumns(setOpened)}
        rowKey={({ _id }) => _id}
      />
      <EnquiryDialog
        opened={opened}
        onClose={() => setOpened(null)}
        onSaved={() => {
          setOpened(null);
          setDone('Enquiry saved.');
          found.asked.retry();
        }}
        onTakeTheirs={(theirs) => {
          setOpened(theirs);
          found.asked.retry();
        }}
      />
    </DeskPage>
  );
}
