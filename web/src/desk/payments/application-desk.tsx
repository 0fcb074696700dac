/** Course applications: who wants what, paid or not, and what the office did about it. */
import { useState } from 'react';
import {
  type DeskApplication,
  deskApplicationListSchema,
  paidNames,
} from '#contract/desk/application-desk.ts';
import { listSorts } from '#contract/desk/list-sorts.ts';
import { FoundList } from '#web/shared/desk/found-list.tsx';
import { useFound } from '#web/shared/desk/use-found.ts';
import { applicationColumns } from './application-columns.tsx';
import { ApplicationDialog } from './application-dialog.tsx';
import { applicationStateOptions } from './application-state.tsx';

const payments = [
  { value: 'yes', label: paidNames.yes },
  { value: 'no', label: paidNames.no },
];

const filters = [
  { name: 'state', label: 'Status', placeholder: 'All statuses', options: applicationStateOptions },
  { name: 'paid', label: 'Payment', placeholder: 'Paid or not', options: payments },
];

const listing = { filters, sorts: listSorts.applications };

const none = {
  narrowed: 'No application matches your search and filters.',
  empty: 'Course applications from the site appear here.',
};

export function ApplicationDesk() {
  const found = useFound<DeskApplication>('applications', deskApplicationListSchema, listing);
  const [opened, setOpened] = useState<DeskApplication | null>(null);
  const [done, setDone] = useState<string | null>(null);
  return (
    <>
      <FoundList
        found={found}
        one="application"
        icon="document"
        filters={filters}
        workbook="Applications.xlsx"
        done={done}
        none={none}
        caption="Applications"
        columns={applicationColumns(setOpened)}
        rowKey={({ _id }) => _id}
      />
      <ApplicationDialog
        application={opened}
        onClose={() => setOpened(null)}
        onTakeTheirs={(theirs) => {
          setOpened(theirs);
          found.asked.retry();
        }}
        onSaved={({ name }) => {
          setOpened(null);
          setDone(`The application of ${name} was saved.`);
          found.asked.retry();
        }}
      />
    </>
  );
}
