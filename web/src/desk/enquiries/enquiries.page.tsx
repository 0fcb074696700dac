/** Enquiries (/adminenquiries): what visitors wrote, newest first, found, read, answered and exported. */
import { useState } from 'react';
import { listSorts } from '#contract/desk/list-sorts.ts';
import { type Enquiry, enquiryListSchema } from '#contract/site/enquiries.ts';
import { DeskPage } from '#web/shared/desk/desk-page.tsx';
import { FoundList } from '#web/shared/desk/found-list.tsx';
import { useFound } from '#web/shared/desk/use-found.ts';
import { enquiryColumns, kindOptions, stateOptions } from './enquiry-columns.tsx';
import { EnquiryDialog } from './enquiry-dialog.tsx';

const filters = [
  { name: 'kind', label: 'Kind', placeholder: 'All kinds', options: kindOptions },
  { name: 'state', label: 'Status', placeholder: 'All statuses', options: stateOptions },
];

const listing = { filters, sorts: listSorts.enquiries };

const none = {
  narrowed: 'No enquiry matches your search and filters.',
  empty: 'What visitors write in the site’s forms appears here.',
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
          setDone('The enquiry was saved.');
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
